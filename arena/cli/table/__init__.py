"""A table in the terminal: where a person plays against bots, or watches them."""
