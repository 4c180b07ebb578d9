"""Proofs that a side wins, by the length of the win."""
