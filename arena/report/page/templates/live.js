"use strict";
/* Follows the ladder: tells its status, and puts a newer report in place of the shown one, as it was looked at. */
(() => {
  const place = (id) => document.getElementById(id);
  const element = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const number = (value, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const duration = (seconds) => {
    if (seconds < 90) return `${Math.round(seconds)} s`;
    if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
    return `${number(seconds / 3600, 1)} h`;
  };
  const share = (sets, planned) => (planned ? ` (${number(100 * Math.min(1, sets / planned), 1)} %)` : "");

  /* What the ladder does at the moment. */
  const showStatus = (status) => {
    place("live").dataset.state = status.state;
    if (place("live-said").textContent !== status.said) place("live-said").textContent = status.said;
    const facts = status.pools.map((pool) => [
      `pool ${pool.pool}`,
      `${number(pool.sets)}${pool.planned === null ? "" : ` of ${number(pool.planned)}`} sets${share(pool.sets, pool.planned)}, ${number(pool.matches)} matches`,
    ]);
    if (status.matches_per_s !== null) facts.push(["rate, last minute", `${number(status.matches_per_s, status.matches_per_s < 10 ? 1 : 0)} matches/s`]);
    if (status.left_s !== null) facts.push(["left at this rate", duration(status.left_s)]);
    place("live-facts").replaceChildren(...facts.map(([label, text]) => {
      const one = element("div");
      one.append(element("dt", label), element("dd", text));
      return one;
    }));
    showSets(place("live-latest"), status.latest, "No set yet.");
    showSets(place("live-faults"), status.faults, "None among the latest sets.");
  };
  const showSets = (list, sets, none) => {
    list.replaceChildren(...sets.map((set) => {
      const item = element("li");
      const name = element(set.void ? "span" : "a", set.name);
      if (!set.void) name.href = `replay?set=${encodeURIComponent(set.name)}`;
      const bdi = element("bdi");
      bdi.append(name);
      item.append(bdi, set.void ? ": void, the harness failed to play it" : "");
      if (set.faulty.length) item.append(`: a fault of ${set.faulty.join(", ")}`);
      return item;
    }));
    if (!sets.length) list.append(element("li", none));
  };

  /* A newer report, looked at as the old one was: sorted, opened, filtered, compared, scrolled. */
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const titleOf = (details) => `${details.closest("section")?.getAttribute("aria-label") ?? ""}/${details.id || details.querySelector("summary").textContent}`;
  const rowOf = (button) => `${button.closest(".pool").getAttribute("aria-label")}/${button.closest("tbody").dataset.entrant}`;
  const sortedBy = (table) => {
    const head = table.querySelector("thead th[aria-sort]");
    return head && [head.cellIndex, head.getAttribute("aria-sort")];
  };
  const focusable = () => all("main a, main button, main summary, main select, main [tabindex]");
  const remember = () => {
    const focused = document.activeElement;
    const alike = focusable().filter((one) => one.tagName === focused.tagName && one.textContent === focused.textContent);
    return {
      open: new Set(all("main details").filter((one) => one.open).map(titleOf)),
      rows: new Set(all("main .more[aria-expanded=true]").map(rowOf)),
      sorted: all("main .sortable").map(sortedBy),
      chosen: all("#compare-form select").map((one) => one.value),
      focus: alike.includes(focused) ? [focused.tagName, focused.textContent, alike.indexOf(focused)] : null,
      scroll: scrollY,
    };
  };
  const restore = (before) => {
    for (const one of all("main details")) one.open = before.open.has(titleOf(one));
    for (const one of all("main .more")) if (before.rows.has(rowOf(one))) one.click();
    all("main .sortable").forEach((table, n) => {
      const wanted = before.sorted[n];
      const head = wanted && table.querySelectorAll("thead th")[wanted[0]];
      for (let clicks = 0; head && clicks < 2 && sortedBy(table)?.join() !== wanted.join(); clicks += 1) head.querySelector(".sort").click();
    });
    all("#compare-form select").forEach((select, n) => {
      if (!all("option", select).some((option) => option.value === before.chosen[n])) return;
      select.value = before.chosen[n];
      select.dispatchEvent(new Event("change"));
    });
    if (before.focus) {
      const [tag, text, n] = before.focus;
      focusable().filter((one) => one.tagName === tag && one.textContent === text)[n]?.focus({ preventScroll: true });
    }
    scrollTo({ top: before.scroll, behavior: "instant" });
  };
  const renew = async () => {
    const answer = await fetch(location.pathname);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const before = remember();
    for (const id of ["data", "replays", "measured"]) place(id).textContent = fresh.getElementById(id).textContent;
    for (const selector of ["header.top", "main"]) document.querySelector(selector).replaceWith(document.adoptNode(fresh.querySelector(selector)));
    startReport();
    restore(before);
  };

  /* Nothing is replaced under the hand of somebody who opens a list or marks text. */
  let touched = 0;
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => { touched = performance.now(); });
  const isChoosing = () =>
    (document.activeElement?.matches("main select") && performance.now() - touched < 10_000) || !getSelection().isCollapsed;

  let shown = null;
  let busy = false;
  let later;
  const follow = async (status) => {
    showStatus(status);
    if (shown === null) shown = status.page;
    clearTimeout(later);
    if (status.page === shown || busy) return;
    if (isChoosing()) {
      later = setTimeout(() => follow(status), 2_000);
      return;
    }
    busy = true;
    try {
      await renew();
      shown = status.page;
    } finally {
      busy = false;
    }
  };
  const source = new EventSource("events");
  source.addEventListener("status", (event) => follow(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    place("live").dataset.state = "lost";
    place("live-said").textContent = "The server of this page does not answer; trying again.";
  });
})();
