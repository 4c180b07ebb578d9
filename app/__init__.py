"""The site. Split by what people do there; see README.md in this folder."""
