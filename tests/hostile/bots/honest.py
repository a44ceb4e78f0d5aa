"""Does nothing wrong: the control, and the rival of all others.

kind: control
sandbox: played
"""

from attack import Attack


class Honest(Attack):
    pass
