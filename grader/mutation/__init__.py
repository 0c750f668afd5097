"""References with one small fault each -> which faults the tests of a package would let pass."""
