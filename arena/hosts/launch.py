"""The command that starts a zygote: a Python that takes nothing over from this process, its user or its folder."""

import os
import sys
import sysconfig
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

from arena.hosts.readable import hidden_folders, python, readable_paths

ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    "LC_ALL": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
}
"""All that a zygote finds in its environment: libraries are to compute in one thread, sets to iterate alike."""
BUBBLEWRAP: Final = "bwrap"

_HOME = str(Path(__file__).parents[2])
_BOOT = """
import sys
count = int(sys.argv[1])
sys.path += sys.argv[2 : 2 + count]
sys.path.append(sys.argv[2 + count])
from arena.hosts.zygote import main
sys.path.pop()
main(*map(int, sys.argv[3 + count : 5 + count]), sys.argv[5 + count :])
"""
"""Arena is found where it is here, but nothing else that lies there."""


def zygote_command(
    control: int, packages: Collection[str], visible: Collection[str] | None = None, *, alone: bool = False
) -> list[str]:
    """The command for a zygote that obeys the socket `control`; see `arena.hosts.zygote`.

    With `visible`, bubblewrap starts it in a world that holds Python and these paths and nothing else; `alone`
    lets it make namespaces for process ids there.
    """
    sites = site_folders()
    # A process started by bubblewrap has bubblewrap for its parent, which sees to it that both end.
    parent = os.getpid() if visible is None else 0
    boot = [python(), "-s", "-P", "-S", "-B", "-c", _BOOT, str(len(sites)), *sites, _HOME]
    command = [*boot, str(control), str(parent), *sorted(packages)]
    return command if visible is None else [*bubblewrap(visible, packages, alone=alone), *command]


def bubblewrap(visible: Collection[str], packages: Collection[str] = (), *, alone: bool = False) -> list[str]:
    """The command that runs another one without network, other users' rights and files, except `visible`.

    Python is there, and the packages that are named by modules of theirs. For `alone` see `zygote_command`.
    """
    paths = dict.fromkeys([*readable_paths(frozenset(packages)), *visible])
    return [
        BUBBLEWRAP,
        *("--unshare-user", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
        *("--disable-userns", "--die-with-parent", "--new-session", "--tmpfs", "/tmp"),
        *(word for path in paths for word in _bind(path)),
        *(("--cap-add", "CAP_SYS_ADMIN") if alone else ()),
        *("--chdir", "/", "--"),
    ]


def _bind(path: str) -> list[str]:
    hidden = [folder for folder in hidden_folders() if str(Path(folder).parent) == path]
    return ["--ro-bind", path, path, *(word for folder in hidden for word in ("--tmpfs", folder))]


@cache
def site_folders() -> list[str]:
    """Where installed packages lie: this Python's folders for them that are on the path."""
    own = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return [path for path in sys.path if path in own or Path(path).name in ("site-packages", "dist-packages")]
