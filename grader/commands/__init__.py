"""One module per command, found by its name; what they share begins with an underscore."""
