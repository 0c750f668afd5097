"""Results -> gradebooks: the files of learning platforms filled in, and tables of our own."""
