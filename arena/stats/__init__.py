"""Ratings, standings and head-to-head figures: pure functions of the sets played."""
