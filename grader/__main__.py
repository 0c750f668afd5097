"""`python -m grader` -> the command line."""

from grader.cli import main

if __name__ == "__main__":
    main()
