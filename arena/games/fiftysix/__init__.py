"""56: the rules engine. Rule ids (F7, F22 …) refer to RULES.md beside this file."""
