"""The sources of a class -> pairs that are worth a look, each with the lines that are alike; never a verdict.

`tokens.py` reads a text so that names, formatting and comments do not count, `fingerprints.py` chooses what of it is
compared, `pairs.py` finds who shares more than is usual in this class, and `regions.py` says which lines that is.
"""
