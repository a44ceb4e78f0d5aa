"""Bots that are programs in any language: JSON lines on their standard input and output (`bots/PROTOCOL.md`)."""
