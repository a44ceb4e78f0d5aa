"""The live page: a ladder's report while it runs."""
