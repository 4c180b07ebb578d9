"""Geometry of boards; knows no game."""
