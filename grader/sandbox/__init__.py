"""The only place that starts processes. Commands go in, facts come out.

`full.py` and `none.py` are the levels; `start.py` is what they share, `process.py` the trusted end of a running
program, `launcher.py` the one file that runs inside.
"""
