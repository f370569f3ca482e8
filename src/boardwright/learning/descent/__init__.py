"""Learning by Descent: a value network plays itself with best-first minimax, and learns from every node of its trees."""
