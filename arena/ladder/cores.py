"""How many workers a machine can keep busy."""

import os
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


def physical_cores(cpuinfo: Path = CPUINFO) -> int:
    """The physical cores that this process may use; the logical ones where the system does not tell.

    Two threads of one core would share its time, and a bot's time limit with it.
    """
    if not hasattr(os, "sched_getaffinity"):
        return os.cpu_count() or 1
    allowed = os.sched_getaffinity(0)
    try:
        blocks = cpuinfo.read_text().split("\n\n")
    except OSError:
        return len(allowed)
    cores = set()
    for block in blocks:
        fields = dict(line.split(":", 1) for line in block.replace("\t", "").splitlines() if ":" in line)
        if int(fields.get("processor", -1)) in allowed:
            cores.add((fields.get("physical id"), fields.get("core id", fields["processor"])))
    return len(cores) or len(allowed)
