"""How a database gets the shape that this version needs. Run at every start; nothing to do when it has it."""
