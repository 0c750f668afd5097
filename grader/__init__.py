"""Grade programming submissions: run them in a sandbox, compare outside of it, report."""

__version__ = "0.1.0"
