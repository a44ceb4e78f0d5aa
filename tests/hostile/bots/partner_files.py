"""Shows the partner its hand in files, locks and the place where a shared file is read.

kind: partners sharing hands
pool: fiftysix
sandbox: played
process: played, learnt, files
"""

from attack import MARK, Channel

PATH = f"/tmp/{MARK}-partner"


class Share(Channel):
    def send(self, number):
        with open(PATH, "w") as file:
            file.write(str(number))

    def receive(self):
        with open(PATH) as file:
            return int(file.read())
