"""`python -m device` is `meneur`."""

import sys

from device.cli import main

sys.exit(main())
