"""One module per kind of test. A kind reads a test of a package and judges a Subject by it."""
