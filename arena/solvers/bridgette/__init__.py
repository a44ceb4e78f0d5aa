"""The open-hand solver of Bridgette, and par."""
