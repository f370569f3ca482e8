"""Agents against games and against each other: proofs today; matches, tournaments and ratings to come."""
