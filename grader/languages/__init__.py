"""One module per language, each with its driver beside it. See PROTOCOL.md for what a driver does."""
