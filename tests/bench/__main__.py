"""`make bench`: every figure, or those of the parts named on the command line."""

import sys

from tests.bench import engine, hosts, memory, scaling

PARTS = {"engine": engine.main, "hosts": hosts.main, "scaling": scaling.main, "memory": memory.main}

for part in sys.argv[1:] or PARTS:
    PARTS[part]()
    print()
