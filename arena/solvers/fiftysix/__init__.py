"""The open-hand solver of 56, for the last tricks."""
