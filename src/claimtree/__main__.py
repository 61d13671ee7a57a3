"""`python -m claimtree`."""

import sys

from claimtree.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
