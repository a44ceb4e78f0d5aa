"""Hangs while its file is run.

kind: hanging at import
sandbox: timeout
"""

from attack import Attack

while True:
    pass


class Late(Attack):
    pass
