"""Where the frozen `Luminair` starts."""

import sys

if sys.argv[1:] == ["--self-test"]:
    from self_test import run
else:
    from luminair.shell.main import run

sys.exit(run())
