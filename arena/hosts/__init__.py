"""Where bots run: in the referee's own process so far."""
