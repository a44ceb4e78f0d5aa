// A bot with a plan, in JavaScript: it plays for its longest suit. See bots/PROTOCOL.md.
//
// Bridgette: it gives up low cards of its short suits, bids its longest suit at the lowest level, leads high and
// follows with the lowest card that wins. 56: it bids the suit in which it holds the jack, and takes tricks that
// have points if it can.

import { createInterface } from "node:readline";

const GAMES = {
  bridgette: { ranks: "23456789TJQKA", bid: 1, doubled: false },
  fiftysix: { ranks: "78QKTA9J", bid: 28, doubled: true },
};
const POINTS = { J: 3, 9: 2, A: 1, T: 1 };

let game; // what the match is about

function rank(card) {
  return game.ranks.indexOf(card[1]); // -1 for a colon
}

function lowest(cards) {
  return cards.reduce((low, card) => (rank(card) < rank(low) ? card : low));
}

function highest(cards) {
  return cards.reduce((high, card) => (rank(card) > rank(high) ? card : high));
}

function length(suit, hand) {
  return hand.filter((card) => card[0] === suit).length;
}

function longest(hand) {
  return [..."CDHS"].reduce((best, suit) => (length(suit, hand) > length(best, hand) ? suit : best));
}

function discard({ legal, hand, count }) {
  const worth = (card) => (card[0] === ":" ? 100 : rank(card) + 3 * length(card[0], hand));
  return legal.slice().sort((a, b) => worth(a) - worth(b)).slice(0, count);
}

function call({ legal, hand }) {
  const suit = longest(hand);
  const enough = game.doubled ? hand.includes(suit + "J") : length(suit, hand) >= 4;
  const wish = game.bid + suit;
  return enough && legal.includes(wish) ? wish : legal[0]; // legal[0] is the pass
}

function play({ legal, contract, trick }) {
  if (trick.length === 0) {
    return highest(legal);
  }
  const wins = (card, other) =>
    card[0] === other[0] ? rank(card) > rank(other) : card[0] === contractTrump(contract);
  const best = trick.map((played) => played.card).reduce((best, card) => (wins(card, best) ? card : best));
  const winners = legal.filter((card) => wins(card, best));
  const worthIt = !game.doubled || trick.some(({ card }) => POINTS[card[1]]);
  return winners.length > 0 && worthIt ? lowest(winners) : lowest(legal);
}

function contractTrump(contract) {
  return contract.trump ?? contract.bid.slice(1); // 56 names it, in Bridgette it is the end of the bid
}

function reply(line) {
  switch (line.type) {
    case "hello":
      return { id: line.id, protocol: 1, games: Object.keys(GAMES) };
    case "start":
      game = GAMES[line.game];
      return { id: line.id };
    case "ask":
      return { id: line.id, action: { discard, call, play }[line.decision](line) };
    default:
      return { id: line.id };
  }
}

for await (const text of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(reply(JSON.parse(text))) + "\n");
}
