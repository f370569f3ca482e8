"""The compiler's side of the contract: compilation of plain rules, and the loops that run them."""
