"""One match: the referee, the transcript it writes, and playing a transcript again."""
