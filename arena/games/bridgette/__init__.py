"""Bridgette: two players, 55 cards, an exchange, an auction and 13 tricks. The rules are in RULES.md."""
