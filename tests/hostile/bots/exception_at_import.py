"""Raises what is no Exception while its file is run.

kind: BaseException at import
sandbox: crash
"""

from attack import Attack


class Odd(BaseException):
    def __str__(self):
        raise KeyboardInterrupt


class Late(Attack):
    pass


raise Odd
