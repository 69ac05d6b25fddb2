"""Where the frozen `luminair-journal` starts."""

import sys

from luminair.cli.main import run

sys.exit(run())
