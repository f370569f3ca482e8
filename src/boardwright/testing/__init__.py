"""What every game and agent must hold to, as a suite that ships with the package: `boardwright check GAME`."""
