"""Run the command line as ``python -m analysis.cli``."""

import sys

from analysis.cli import main

sys.exit(main())
