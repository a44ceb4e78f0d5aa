"""Changes a ladder's database.

kind: the database
sandbox: played
process: played, files
"""

import os
import sqlite3

from attack import Attack, attempt


def change(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE hostile (x)")


class Write(Attack):
    def attack(self, view):
        path = self.targets["other database"]
        attempt(lambda: change(path), lambda: os.truncate(path, 10), lambda: os.rename(path, path + "x"))
