"""Solvers for open hands: what the rest of a deal comes to with best play."""
