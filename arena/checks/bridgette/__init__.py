"""What a bot for Bridgette is put through."""
