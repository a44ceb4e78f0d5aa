"""What a bot for 56 is put through."""
