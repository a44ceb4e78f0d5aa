"""Puts another file system over a folder.

kind: mount
sandbox: played
process: played, leak?
"""

from attack import Attack, attempt, call

NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000


class Mount(Attack):
    def attack(self, view):
        attempt(lambda: call("unshare", NEW_MOUNTS), lambda: call("unshare", NEW_USER | NEW_MOUNTS))
        attempt(self.mount)

    def mount(self):
        call("mount", b"none", b"/", None, 0x44000, None)  # whatever is mounted from now on stays here
        call("mount", b"arena", b"/tmp", b"tmpfs", 0, None)
        print(self.targets["forbidden"])
