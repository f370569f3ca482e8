"""What holds the gate: costs of tests and their budget, repeats under load, mutants, the size of the house."""
