"""Webs that differ only in where their strings lie: a hash that is the same for them and for no others."""
