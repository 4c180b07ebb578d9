"""What only misère needs: there, positions are sets of edges."""
