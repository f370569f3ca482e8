"""Learning by self-play: a network plays itself with a tree search, and learns what the search found."""
