"""One file per migration, each naming the one before it."""
