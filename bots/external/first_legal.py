"""The simplest bot as a plain program: takes the first legal action. It needs nothing but Python, see PROTOCOL.md.

entrants:
  - {command: [python3, bots/external/first_legal.py], name: plain}
"""

import json
import sys


def reply(line):
    """What to write for a line that was read."""
    if line["type"] == "hello":
        return {"id": line["id"], "protocol": 1, "games": ["bridgette", "fiftysix"]}
    if line["type"] == "ask":
        return {"id": line["id"], "action": choose(line)}
    return {"id": line["id"]}  # start and tell ask for nothing but a sign that they were read


def choose(ask):
    """The first legal action."""
    if ask["decision"] == "discard":
        return ask["legal"][: ask["count"]]
    return ask["legal"][0]


for line in sys.stdin:
    print(json.dumps(reply(json.loads(line))), flush=True)
