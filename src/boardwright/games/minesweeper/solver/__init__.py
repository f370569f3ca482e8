"""The solver: deduction from numbers, exact inference, guesses with look-ahead, and exhaustive endgame search."""
