"""Whether the site is well, and its figures. A room of the site; see app/README.md."""
