"""Benchmarks of a game beside other libraries, in the same run."""
