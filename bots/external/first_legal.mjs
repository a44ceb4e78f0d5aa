// The simplest bot in JavaScript: takes the first legal action. See bots/PROTOCOL.md.
//
//     entrants:
//       - {command: [node, bots/external/first_legal.mjs], name: js}

import { createInterface } from "node:readline";

function reply(line) {
  switch (line.type) {
    case "hello":
      return { id: line.id, protocol: 1, games: ["bridgette", "fiftysix"] };
    case "ask":
      return { id: line.id, action: choose(line) };
    default: // start and tell ask for nothing but a sign that they were read
      return { id: line.id };
  }
}

function choose(ask) {
  if (ask.decision === "discard") {
    return ask.legal.slice(0, ask.count);
  }
  return ask.legal[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(reply(JSON.parse(line))) + "\n");
}
