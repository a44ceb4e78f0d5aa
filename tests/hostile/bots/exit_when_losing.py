"""Ends its process when it is behind after a deal, so that the match might not count.

kind: killing itself when losing
sandbox: played, crash
"""

import os
import signal

from attack import Attack, attempt


class Quit(Attack):
    def deal_end(self, view, event):
        if view.totals[view.seat] < view.totals[1 - view.seat]:
            attempt(lambda: os.kill(os.getpid(), signal.SIGKILL))
            os._exit(137)
