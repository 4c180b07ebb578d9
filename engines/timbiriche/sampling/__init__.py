"""Sampled play for positions that are too large to solve."""
