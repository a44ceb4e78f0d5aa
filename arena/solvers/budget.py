"""How much a search may take."""


class OutOfNodesError(Exception):
    """A search has looked at as many positions as it may; it never leaves a solver."""
