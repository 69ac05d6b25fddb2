"""``python -m luminair.cli`` is ``luminair-journal``."""

import sys

from luminair.cli.main import run

sys.exit(run())
