"""Migrations of the database to the current schema. Run at every start; a current database is left as it is."""
