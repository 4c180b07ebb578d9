"""Quick games from a position to its end, half at random: what no estimate of the position itself can see."""
