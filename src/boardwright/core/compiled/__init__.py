"""The compiler's side of the contract: how plain rules become machine code, and the loops that run them."""
