"""The games: rules, search and drawing. No web, no database, no clock, no words."""
