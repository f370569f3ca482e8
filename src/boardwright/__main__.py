"""`python -m boardwright` is the command `boardwright`."""

from boardwright.cli import main

if __name__ == "__main__":
    main()
