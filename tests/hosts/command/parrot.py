"""A program that answers with the lines of a file, and takes the first legal action when they are used up."""

import json
import sys
from pathlib import Path


def first_legal(line):
    if line["type"] != "ask":
        return {"id": line["id"]}
    legal = line["legal"]
    return {"id": line["id"], "action": legal[: line["count"]] if line["decision"] == "discard" else legal[0]}


script = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
for number, text in enumerate(sys.stdin):
    print(script[number] if number < len(script) else json.dumps(first_legal(json.loads(text))), flush=True)
