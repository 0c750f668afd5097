"""One module per format of reports; each is a pure function of the result JSON."""
