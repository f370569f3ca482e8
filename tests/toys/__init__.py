"""Small games for the tests. Between them they have what tic-tac-toe lacks."""
