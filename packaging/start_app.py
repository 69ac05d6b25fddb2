"""Where the frozen `Luminair` starts."""

import sys

from luminair.shell.main import run

sys.exit(run())
