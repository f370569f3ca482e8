"""Small games for the tests. Together they have the features that tic-tac-toe lacks."""
