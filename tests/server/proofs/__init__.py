"""Proofs of the promises of the service: one script each, with a planted defect that it catches in the same run.

`PYTHONPATH=tests python -m server.proofs.access --full` prints a line of JSON; the exit status is 1 if the promise or
the planted defect fails. Without `--full` a script does about a hundredth. `make proof-service` runs them all.
"""
