"""The lessons: for each card of the home page, five positions with a goal and a game to finish with."""
