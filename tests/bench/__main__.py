"""`make bench`: every figure, or those of the parts named on the command line."""

import sys

from tests.bench import efficiency, engine, hosts, memory, scaling, size, solver, submissions, viewers

PARTS = {
    "engine": engine.main,
    "solver": solver.main,
    "hosts": hosts.main,
    "scaling": scaling.main,
    "memory": memory.main,
    "size": size.main,
    "submissions": submissions.main,
    "viewers": viewers.main,
    "efficiency": efficiency.main,
}

for part in sys.argv[1:] or PARTS:
    PARTS[part]()
    print()
