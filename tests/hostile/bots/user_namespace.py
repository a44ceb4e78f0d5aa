"""Makes itself root in a world of its own.

kind: user namespaces
sandbox: played
process: played, leak?
"""

from attack import Attack, attempt, call

NEW_USER = 0x10000000


class Unshare(Attack):
    def attack(self, view):
        attempt(self.unshare)

    def unshare(self):
        call("unshare", NEW_USER)
        print(self.targets["forbidden"])
