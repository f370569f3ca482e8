"""Learning by Descent: a value network plays itself with best-first minimax, and learns from all nodes of its trees."""
