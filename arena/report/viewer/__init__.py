"""The replay viewer: a set's matches on one page, card by card."""
