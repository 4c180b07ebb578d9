"""What positions of Gygès look like, and what was learned about that."""
