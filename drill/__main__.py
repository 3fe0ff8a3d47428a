"""`drill` and `python -m drill`."""

import sys

from drill.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
