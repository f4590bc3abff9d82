"""The shell at a prompt."""
