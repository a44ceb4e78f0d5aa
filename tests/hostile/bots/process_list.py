"""Lists the processes of the machine, with their command lines.

kind: process list
sandbox: played
process: played, leak
"""

from pathlib import Path

from attack import Attack, attempt


def show(pid):
    print(Path(f"/proc/{pid}/cmdline").read_bytes())


class List(Attack):
    def attack(self, view):
        pid = self.targets["bystander"]["pid"]
        attempt(lambda: show(pid), lambda: [show(path.name) for path in Path("/proc").glob("[1-9]*")])
