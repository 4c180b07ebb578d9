"""A room of the site; see app/README.md."""
