"""How fast a game runs, beside other libraries in the same run."""
