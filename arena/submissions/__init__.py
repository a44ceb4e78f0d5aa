"""Submissions: what other people hand in, checked and taken into a ladder."""
