"""Running a command as an ordinary user that exists for this purpose alone."""

import os
import pwd
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_NEEDED = (ROOT, Path(sys.prefix), Path(sys.base_prefix))
_SHOW = """
set -e
keep=$1; closed=$2; shift 2
number=0
for path in $NEEDED; do
    mkdir -p "$keep/$number"; mount --rbind "$path" "$keep/$number"; number=$((number + 1))
done
mount -t tmpfs -o mode=755 tmpfs "$closed"
number=0
for path in $NEEDED; do
    mkdir -p "$path"; mount --move "$keep/$number" "$path"; number=$((number + 1))
done
exec "$@"
"""


@dataclass(frozen=True)
class User:
    """An ordinary user, with a folder of its own."""

    name: str
    folder: Path

    def run(self, command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
        """Run a command as this user, in the project's folder."""
        account = pwd.getpwnam(self.name)
        drop = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return subprocess.run(
            [*self._shown(environment), *drop, "--inh-caps=-all", "--bounding-set=-all", *command],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
            check=False,
        )

    def _shown(self, environment: dict[str, str]) -> list[str]:
        """What to put before a command so that the user can read Python and the project.

        Where they lie in a folder that is root's alone, such as root's home, that is covered for this command,
        in its own view of the file system, and only what is needed shows through.
        """
        closed = {folder for path in _NEEDED for folder in path.parents if not folder.stat().st_mode & 0o001}
        if not closed:
            return []
        top = min(closed, key=lambda folder: len(folder.parts))
        environment["NEEDED"] = " ".join(str(path) for path in _NEEDED if path.is_relative_to(top))
        keep = self.folder / "keep"
        return ["unshare", "--mount", "sh", "-c", _SHOW, "sh", str(keep), str(top)]


@contextmanager
def ordinary_user() -> Iterator[User]:
    """Make a user, and remove it with all that belongs to it. Only root can."""
    name = f"arena-{secrets.token_hex(4)}"
    folder = Path("/tmp") / name
    subprocess.run(
        ["useradd", "--no-create-home", "--home-dir", folder, "--shell", "/bin/false", name], check=True
    )
    try:
        folder.mkdir(mode=0o700)
        shutil.chown(folder, name, name)
        yield User(name, folder)
    finally:
        subprocess.run(["userdel", name], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)
