"""The bots that `arena new` writes: each file is one, and is copied with another name for its class."""
