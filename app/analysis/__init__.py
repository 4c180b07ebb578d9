"""A finished match, move by move. A room of the site; see app/README.md."""
