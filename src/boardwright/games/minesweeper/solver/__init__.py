"""The solver: deduction from single numbers, exact inference, guesses with look-ahead, and whole endgames."""
