"""Executors: whatever plays the sets of a ladder, in this process or in others."""
