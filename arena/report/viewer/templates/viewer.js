"use strict";
// Draws the matches of a set from their events; see table_events.py. What is drawn after a step is a fold of the
// events up to it, so the same code serves all hands, one seat's view, and events that are still to come.

const data = JSON.parse(document.getElementById("data").textContent);
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const COLONS = { G: "Grand", R: "Royal", L: "Little" };
const ORDERS = { bridgette: "AKQJT98765432", fiftysix: "J9ATKQ8765432" };
const MILLISECONDS_A_STEP = 900;
const ALL = "all";
const sideOf = seat => data.sides.findIndex(seats => seats.includes(seat));

// ---- events → steps → tables ------------------------------------------------------------------------------------

const BEGINS = new Set(["deal", "drew", "call", "play", "scored", "end", "fault"]);

/** Whether something to look at begins with this event; an exchange is one step, seen whole or from outside. */
function begins(event, before) {
  if (event.e === "exchanged") return !before || (before.e !== "drew" && before.e !== "discarded");
  return BEGINS.has(event.e);
}

/** The steps of a match: for each the deal, and how many events have happened after it. */
function stepsOf(events) {
  const steps = [];
  let deal = 0;
  events.forEach((event, i) => {
    if (event.e === "deal") deal = event.number;
    if (begins(event, events[i - 1])) steps.push({ deal, end: i + 1 });
    else if (steps.length) steps[steps.length - 1].end = i + 1;
  });
  if (!steps.length) steps.push({ deal: 0, end: 0 });
  return steps;
}

const bySeat = () => data.sides.flat().sort((a, b) => a - b);

function emptyTable() {
  return {
    deal: null, totals: data.sides.map(() => data.start), hands: {}, calls: [], contract: null, ban: null, tricks: [],
    trick: [], trickOver: false, winner: null, taken: null, exchanges: {}, stock: null, scored: null, ended: null,
    fault: null, history: [],
  };
}

function remove(hand, card) {
  const at = hand.cards ? hand.cards.indexOf(card) : -1;
  if (at >= 0) hand.cards.splice(at, 1);
}

const HAPPENS = {
  deal(table, event) {
    Object.assign(table, emptyTable(), { deal: event, totals: table.totals, history: table.history });
    for (const seat of event.seats) table.hands[seat] = { cards: null, count: event.cards };
    table.taken = data.sides.map(() => 0);
  },
  hand(table, event) { table.hands[event.to].cards = [...event.cards]; },
  stock(table, event) { table.stock = event.cards; },
  drew(table, event) {
    table.exchanges[event.to] = { drew: event.cards, discarded: [] };
    table.hands[event.to].cards?.push(...event.cards);
  },
  discarded(table, event) {
    table.exchanges[event.to].discarded.push(event.card);
    remove(table.hands[event.to], event.card);
  },
  exchanged(table, event) {
    table.exchanges[event.seat] = { ...table.exchanges[event.seat], count: event.count };
  },
  call(table, event) { table.calls.push(event); },
  contract(table, event) { table.contract = event; },
  play(table, event) {
    if (table.trickOver) Object.assign(table, { trick: [], trickOver: false, winner: null });
    table.ban = null;
    table.trick.push(event);
    table.hands[event.seat].count -= 1;
    remove(table.hands[event.seat], event.card);
  },
  trick(table, event) {
    table.taken = event.taken;
    table.winner = event.seat;
    table.trickOver = true;
    table.tricks.push({ plays: table.trick, winner: event.seat });
  },
  ban(table, event) { table.ban = event; },
  scored(table, event) {
    table.scored = event;
    table.history = [...table.history, { ...event, deal: table.deal.number, contract: table.contract }];
    table.totals = event.totals;
  },
  end(table, event) { table.ended = event; },
  fault(table, event) { table.fault = event; },
};

/** The table after these events, as far as `seat` (or everybody's hands, for ALL) may see them. */
function tableAfter(events, seat) {
  const table = emptyTable();
  for (const event of events) {
    if (seat === ALL || event.to === undefined || event.to === seat) HAPPENS[event.e](table, event);
  }
  return table;
}

// ---- small pieces of the page -----------------------------------------------------------------------------------

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** The tricks that a card cost, where the set is analysed; shown with all hands, as they tell of them. */
const costText = play => (play.cost && state.seat === ALL ? `−${play.cost} trick${play.cost > 1 ? "s" : ""}` : "");

const cardText = card => (card[0] === ":" ? ":" + card[1] : (card[1] === "T" ? "10" : card[1]) + SYMBOLS[card[0]]);
const cardName = card => (card[0] === ":" ? COLONS[card[1]] : cardText(card));
const bidText = bid => (/NT|NO/.test(bid) ? bid : bid.replace(/[SHDC]/, suit => SYMBOLS[suit]));
const callText = call => ({ P: "pass", X: "double", XX: "redouble" }[call] || bidText(call));

function cardNode(card) {
  const node = el("span", "card " + (card[0] === ":" ? "colon" : card[0]), cardText(card));
  if (card[0] === ":") node.title = COLONS[card[1]] + " colon";
  return node;
}

function sorted(cards) {
  const order = ORDERS[data.game];
  const value = card => (card[0] === ":" ? 100 + "GRL".indexOf(card[1]) : "SHDC".indexOf(card[0]) * 20 + order.indexOf(card[1]));
  return [...cards].sort((a, b) => value(a) - value(b));
}

function tableNode(head, rows, caption) {
  const body = el("tbody");
  for (const row of rows) {
    const tr = el("tr", row.className || "");
    for (const cell of row.cells) tr.append(cell instanceof HTMLElement && cell.tagName === "TD" ? cell : el("td", "", cell));
    body.append(tr);
  }
  const th = head.map(text => { const node = el("th", "", text); node.scope = "col"; return node; });
  const table = el("table", "", el("caption", "sr", caption), el("thead", "", el("tr", "", ...th)), body);
  const scroll = el("div", "scroll", table);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", caption);
  return scroll;
}

const seatName = (match, seat) => `${match.seats[seat]} (seat ${seat})`;
const doubled = contract => ({ 1: "", 2: ", doubled", 4: ", redoubled" }[contract.doubling]);
const sideName = (match, side) => [...new Set(data.sides[side].map(seat => match.seats[seat]))].join(" & ");
const contractText = (match, contract) => `${bidText(contract.text)}${doubled(contract)} by ${seatName(match, contract.declarer)}`;

// ---- a board -----------------------------------------------------------------------------------------------------

function seatPanel(match, table, seat) {
  const hand = table.hands[seat];
  const tags = [];
  if (table.deal && table.deal.dealer === seat) tags.push("dealer");
  if (table.contract && table.contract.declarer === seat) tags.push("declarer");
  if (!hand) tags.push("out");
  const who = el("div", "who", el("span", "name", match.seats[seat]), el("span", "tag", [`seat ${seat}`, ...tags].join(" · ")));
  const cards = el("div", "hand");
  if (hand && hand.cards) cards.append(...sorted(hand.cards).map(cardNode));
  else if (hand) {
    for (let i = 0; i < hand.count; i += 1) {
      const back = el("span", "card back", "–");
      back.setAttribute("aria-hidden", "true");
      cards.append(back);
    }
    cards.append(el("span", "sr", `${hand.count} hidden cards`));
  }
  return el("section", "seat" + (table.winner === seat ? " turn" : ""), who, cards);
}

function centre(match, table) {
  const box = el("div", "centre");
  for (const play of table.trick) {
    const best = table.trickOver && play.seat === table.winner;
    const led = play === table.trick[0] ? ", led" : "";
    const node = el("div", "played" + (best ? " best" : ""), cardNode(play.card), `seat ${play.seat}${led}${best ? ", wins" : ""}`);
    if (costText(play)) node.append(el("span", "cost", costText(play)));
    box.append(node);
  }
  if (!table.trick.length && table.calls.length) {
    const last = table.calls[table.calls.length - 1];
    box.append(el("div", "played", el("span", "card", callText(last.call)), `seat ${last.seat}${last.form ? ` · ${last.form}` : ""}`));
  } else if (!table.trick.length && table.deal && table.deal.upcard) {
    box.append(el("div", "played", cardNode(table.deal.upcard), "up-card"));
  }
  return box;
}

function notes(match, table) {
  const box = el("div", "notes");
  if (table.contract) {
    box.append(el("p", "contract", `Contract ${contractText(match, table.contract)}`));
    const taken = table.taken.map((n, side) => `${sideName(match, side)} ${n}`).join(", ");
    box.append(el("p", "standing", `${data.taken} taken: ${taken}`));
  }
  if (table.ban) box.append(el("p", "ban", `${seatName(match, table.ban.seat)} may not lead ${SYMBOLS[table.ban.suit]} now`));
  return box;
}

function seatRows(from) {
  const seats = bySeat();
  const turned = [...seats.slice(from), ...seats.slice(0, from)];
  const near = Math.ceil(turned.length / 2);
  return [turned.slice(near).reverse(), turned.slice(0, near)];
}

function auction(match, table) {
  const seats = table.deal.seats;
  const first = table.calls[0].seat;
  const turned = [...seats.slice(seats.indexOf(first)), ...seats.slice(0, seats.indexOf(first))];
  const rows = [];
  for (let i = 0; i < table.calls.length; i += turned.length) {
    const calls = table.calls.slice(i, i + turned.length).map(call => {
      const cell = el("td", "", callText(call.call) + (call.substituted ? " *" : ""));
      if (call.form) cell.title = call.form;
      return cell;
    });
    rows.push({ cells: calls });
  }
  return [el("h3", "", "Auction"), tableNode(turned.map(seat => `seat ${seat}`), rows, "Auction, a column a seat")];
}

function exchanges(match, table) {
  const list = el("ul");
  for (const seat of [1 - table.deal.dealer, table.deal.dealer]) {
    const one = table.exchanges[seat];
    if (!one) continue;
    const item = el("li", "", `${seatName(match, seat)} `);
    if (one.drew) item.append("draws ", ...one.drew.map(cardNode), ", gives up ", ...one.discarded.map(cardNode));
    else item.append(`exchanges ${one.count} cards`);
    list.append(item);
  }
  return [el("h3", "", "Exchange"), el("p", "", "Up-card ", cardNode(table.deal.upcard)), list];
}

function tricks(table, goTo) {
  const all = table.trickOver || !table.trick.length ? table.tricks : [...table.tricks, { plays: table.trick, winner: null }];
  const width = table.deal.seats.length;
  const rows = all.map((trick, i) => {
    const number = el("button", "", String(i + 1));
    number.type = "button";
    number.setAttribute("aria-label", `Go to trick ${i + 1}`);
    number.addEventListener("click", () => goTo(i));
    const cells = trick.plays.map(play =>
      el("td", play.seat === trick.winner ? "winner" : "", cardNode(play.card), ` ${play.seat}${play.substituted ? " *" : ""} `, el("span", "cost", costText(play))));
    while (cells.length < width) cells.push(el("td"));
    return { cells: [el("td", "", number), ...cells, trick.winner === null ? "" : `seat ${trick.winner}`] };
  });
  const head = ["trick", "led", ...Array.from({ length: width - 1 }, (_, i) => `card ${i + 2}`), "won by"];
  return [el("h3", "", "Tricks"), tableNode(head, rows, "Tricks, with the seat beside each card")];
}

function finishedDeals(match, table) {
  const rows = table.history.map(deal => ({
    cells: [
      String(deal.deal),
      deal.contract ? contractText(match, deal.contract) : "passed out",
      deal.taken.join(" – "),
      deal.gains.map(n => (n > 0 ? `+${n}` : String(n).replace("-", "−"))).join(" / "),
      deal.totals.join(" – ") + (deal.counted ? "" : " (not counted)"),
    ],
  }));
  return [
    el("h3", "", `Deals so far: ${data.sides.map((_, side) => sideName(match, side)).join(" – ")}`),
    tableNode(["deal", "contract", data.taken, `${data.unit} gained`, data.unit], rows, "Finished deals"),
  ];
}

function ending(match, table) {
  const parts = [];
  if (table.ended) {
    const places = table.ended.places.map((place, side) => `${sideName(match, side)} place ${place} with ${table.ended.scores[side]}`);
    parts.push(el("p", "contract", `The match is over: ${places.join(", ")} ${data.unit}.`));
  }
  if (table.fault) {
    const { seat, kind, detail, action, places } = table.fault;
    const what = [kind.replace("_", " "), detail, action === null ? "" : `(its answer: ${action})`].filter(Boolean).join(" ");
    parts.push(el("p", "fault", `Forfeit by ${seatName(match, seat)}: ${what}`));
    parts.push(el("p", "", places.map((place, side) => `${sideName(match, side)} place ${place}`).join(", ")));
  }
  return parts;
}

function board(index) {
  const match = data.matches[index];
  const steps = match.steps;
  const at = position(index);
  const table = tableAfter(match.events.slice(0, steps[at].end), state.seat);
  const goToTrick = number => {
    let seen = 0;
    const width = table.deal.seats.length;
    const step = steps.findIndex(one => one.deal === table.deal.number && match.events[one.begin].e === "play" && (seen += 1) > number * width);
    if (step >= 0) go(state.deal, step - firstStep(index, state.deal) + width - 1);
  };
  const standing = table.totals.map((n, side) => `${sideName(match, side)} ${n}`).join(", ");
  const node = el("article", "board",
    el("h2", "", `Seating ${index + 1}: ${match.seats.filter((name, seat) => seat < data.sides.length).join(" – ")}`),
    el("p", "standing", `${data.unit}: ${standing}`));
  if (table.deal) {
    const [far, near] = seatRows(state.seat === ALL ? 0 : state.seat);
    node.append(el("div", "table",
      el("div", "row", ...far.map(seat => seatPanel(match, table, seat))),
      centre(match, table), notes(match, table),
      el("div", "row", ...near.map(seat => seatPanel(match, table, seat)))));
  }
  node.append(...ending(match, table));
  if (table.deal) {
    const columns = el("div", "columns");
    if (table.deal.upcard) columns.append(el("section", "", ...exchanges(match, table)));
    if (table.calls.length) columns.append(el("section", "", ...auction(match, table)));
    if (table.tricks.length || table.trick.length) columns.append(el("section", "", ...tricks(table, goToTrick)));
    node.append(columns);
    if (table.history.length) node.append(el("section", "", ...finishedDeals(match, table)));
    if (match.events.some(event => event.substituted)) node.append(el("p", "standing", "* done by the substitute for a bot that failed"));
    if (match.events.some(event => event.cost) && state.seat === ALL) node.append(el("p", "standing", "−1 trick: what a card cost, against best play of both with open hands"));
  }
  return node;
}

/** What the step that is shown did, in words. */
function said(index) {
  const match = data.matches[index];
  const step = match.steps[position(index)];
  const words = [];
  for (const event of match.events.slice(step.begin, step.end)) {
    const visible = state.seat === ALL || event.to === undefined || event.to === state.seat;
    if (!visible) continue;
    const who = event.seat === undefined ? "" : seatName(match, event.seat);
    if (event.e === "deal") words.push(`Deal ${event.number}, dealt by ${seatName(match, event.dealer)}`);
    if (event.e === "exchanged") words.push(`${who} exchanges ${event.count} cards`);
    if (event.e === "call") words.push(`${who}: ${callText(event.call)}`);
    if (event.e === "contract") words.push(`contract ${contractText(match, event)}`);
    if (event.e === "play") words.push(`${who} plays ${cardName(event.card)}${costText(event) ? ` (${costText(event)})` : ""}`);
    if (event.e === "trick") words.push(words[0].startsWith(who) ? "and wins the trick" : `${who} wins the trick`);
    if (event.e === "ban") words.push(`and may not lead ${SYMBOLS[event.suit]} now`);
    if (event.e === "scored") words.push(`Deal over: ${event.gains.map((n, side) => `${sideName(match, side)} ${n > 0 ? "+" : ""}${n}`).join(", ")} ${data.unit}`);
    if (event.e === "end") words.push("The match is over");
    if (event.e === "fault") words.push(`${who} forfeits: ${event.kind.replace("_", " ")}`);
    if (event.substituted) words.push(`(the substitute, after ${event.substituted})`);
  }
  return words.join(", ");
}

// ---- where we are -----------------------------------------------------------------------------------------------

for (const match of data.matches) {
  match.steps = stepsOf(match.events);
  match.steps.forEach((step, i) => { step.begin = i ? match.steps[i - 1].end : 0; });
}

const state = { seating: 0, seat: ALL, both: false, deal: 0, step: 0, timer: null };
const dealsOf = index => [...new Set(data.matches[index].steps.map(step => step.deal))];
const firstStep = (index, deal) => data.matches[index].steps.findIndex(step => step.deal === deal);
const stepsIn = (index, deal) => data.matches[index].steps.filter(step => step.deal === deal).length;

/** The step of a match that is shown: its last one where a match is over before. */
function position(index) {
  const first = firstStep(index, state.deal);
  if (first < 0) return data.matches[index].steps.length - 1;
  return first + Math.min(state.step, stepsIn(index, state.deal) - 1);
}

const shown = () => (state.both ? data.matches.map((_, index) => index) : [state.seating]);
const dealsShown = () => [...new Set(shown().flatMap(dealsOf))].sort((a, b) => a - b);
const lastStep = () => Math.max(...shown().map(index => stepsIn(index, state.deal))) - 1;

function go(deal, step) {
  state.deal = deal;
  state.step = Math.max(0, Math.min(step, lastStep()));
  draw();
}

function move(by) {
  const deals = dealsShown();
  const at = deals.indexOf(state.deal);
  if (state.step + by > lastStep()) {
    if (at + 1 < deals.length) go(deals[at + 1], 0);
    else stopPlaying();
  } else if (state.step + by < 0) {
    if (at > 0) go(deals[at - 1], Infinity);
  } else go(state.deal, state.step + by);
}

function moveDeal(by) {
  const deals = dealsShown();
  const at = deals.indexOf(state.deal) + by;
  if (deals[at] !== undefined) go(deals[at], 0);
}

const $ = id => document.getElementById(id);

function stopPlaying() {
  clearInterval(state.timer);
  state.timer = null;
  $("play").setAttribute("aria-pressed", "false");
}

function togglePlaying() {
  if (state.timer) { stopPlaying(); return; }
  state.timer = setInterval(() => move(1), MILLISECONDS_A_STEP);
  $("play").setAttribute("aria-pressed", "true");
}

function option(value, text) {
  const node = el("option", "", text);
  node.value = value;
  return node;
}

function fillChoices() {
  $("seating").replaceChildren(...data.matches.map((match, i) =>
    option(i, `${i + 1}: ${match.seats.slice(0, data.sides.length).join(" – ")}`)));
  $("seat").replaceChildren(option(ALL, "all hands"), ...bySeat().map(seat => option(seat, state.both ? `seat ${seat}` : seatName(data.matches[state.seating], seat))));
  $("deal").replaceChildren(...dealsShown().map(deal => option(deal, deal || "–")));
  $("seating").value = state.seating;
  $("seating").disabled = state.both;
  $("seat").value = state.seat;
  $("both").checked = state.both;
  $("deal").value = state.deal;
}

function draw() {
  fillChoices();
  $("step").max = lastStep();
  $("step").value = state.step;
  $("where").textContent = `${state.step + 1} of ${lastStep() + 1}`;
  $("said").textContent = state.both ? shown().map(index => `Seating ${index + 1}: ${said(index)}`).join(" · ") : said(state.seating);
  $("boards").className = state.both ? "both" : "";
  $("boards").replaceChildren(...shown().map(board));
  const where = new URLSearchParams({ seating: state.seating + 1, deal: state.deal, step: state.step, seat: state.seat, both: state.both ? 1 : 0 });
  history.replaceState(null, "", "#" + where);
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (key, low, high, other) => {
    const value = Number.parseInt(given.get(key), 10);
    return Number.isInteger(value) && value >= low && value <= high ? value : other;
  };
  state.seating = number("seating", 1, data.matches.length, 1) - 1;
  state.both = given.get("both") === "1" && data.matches.length > 1;
  state.seat = number("seat", 0, bySeat().length - 1, ALL);
  const deals = dealsShown();
  state.deal = number("deal", deals[0], deals[deals.length - 1], deals[0]);
  go(state.deal, number("step", 0, 100000, 0));
}

$("both-label").hidden = data.matches.length < 2;
$("both-label").lastChild.textContent = data.matches.length > 2 ? " All seatings" : " Both seatings";
$("seating").addEventListener("change", event => { state.seating = Number(event.target.value); go(state.deal, state.step); });
$("seat").addEventListener("change", event => { state.seat = event.target.value === ALL ? ALL : Number(event.target.value); draw(); });
$("both").addEventListener("change", event => { state.both = event.target.checked; go(state.deal, state.step); });
$("deal").addEventListener("change", event => go(Number(event.target.value), 0));
$("step").addEventListener("input", event => go(state.deal, Number(event.target.value)));
$("first").addEventListener("click", () => go(state.deal, 0));
$("back").addEventListener("click", () => move(-1));
$("next").addEventListener("click", () => move(1));
$("last").addEventListener("click", () => go(state.deal, Infinity));
$("play").addEventListener("click", togglePlaying);
$("controls").addEventListener("submit", event => event.preventDefault());
window.addEventListener("hashchange", readAddress);
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  const onButton = event.target.tagName === "BUTTON";
  const far = event.shiftKey;
  const keys = {
    ArrowLeft: () => (far ? moveDeal(-1) : move(-1)),
    ArrowRight: () => (far ? moveDeal(1) : move(1)),
    " ": onButton ? null : togglePlaying,
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
readAddress();
