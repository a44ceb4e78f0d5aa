"""Changes what the system keeps about files: modes, times, owners, attributes, names.

kind: file metadata
sandbox: played
process: played, files
"""

import os

from attack import Attack, attempt


class Change(Attack):
    def attack(self, view):
        path = self.targets["file"]
        attempt(
            lambda: os.utime(path, (1, 1)),
            lambda: os.chmod(path, 0o777),
            lambda: os.setxattr(path, "user.arena", b"x"),
            lambda: os.link(path, path + ".link"),
            lambda: os.chown(path, os.getuid(), os.getgid()),
            lambda: os.utime(__file__, (1, 1)),
            lambda: os.chmod(__file__, 0o777),
        )
