"""A problem package -> proof that it is right, or what is wrong with it.

Each check is one module with a `CHECK`: a name, what it asks, and a function from the package to findings. `checks.py`
lists them, in the order in which they run: what costs nothing first. A further check is one more module and one more
line there. What they share: `package.py` (the package as checks see it), `solutions.py` (its references and its wrong
solutions), `desk.py` (grades them, or finds what was graded before), `variants.py` (the same package, asked in
another way), `telling.py` (findings in words).
"""
