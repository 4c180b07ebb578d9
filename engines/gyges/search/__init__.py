"""The search of Gygès."""
