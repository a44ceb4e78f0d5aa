"""Checks of a bot before it meets others: conformance, time, memory, determinism, and a duel with random play."""
