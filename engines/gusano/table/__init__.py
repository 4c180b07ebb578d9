"""What a search has proved, kept for when it meets the same position again."""
