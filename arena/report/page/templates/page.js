"use strict";
/* Brings the page to life. A live page does so again with every newer report, and then the old one hears nothing. */
let endReport = new AbortController();
const startReport = () => {
  endReport.abort();
  endReport = new AbortController();
  const { signal } = endReport;
  const data = JSON.parse(document.getElementById("data").textContent);
  const measured = JSON.parse(document.getElementById("measured").textContent);
  const names = new Map(data.entrants.map((one) => [one.key, one.name]));
  const several = new Set(data.entrants.map((one) => one.name).filter((name, n, every) => every.indexOf(name) < n));
  const nameOf = (key) => {
    const name = names.get(key) ?? key.slice(0, key.lastIndexOf("@"));
    return several.has(name) ? key : name;
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const keyOf = (row) => `${row.entrant}@${row.version}`;

  /* Rows whose columns are named once, as objects. */
  const unpack = (table) =>
    table.rows.map((row) => Object.fromEntries(table.columns.map((column, n) => [column, row[n]])));

  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  /* Where a deal of a set is shown card by card, all seatings side by side; null if it is not. */
  const replays = JSON.parse(document.getElementById("replays").textContent);
  const replayLink = (set, deal) => (set in replays ? `${replays[set]}#deal=${deal}&both=1` : null);

  /* Terms: their sentence is shown while one points at them or they have the focus; Escape hides it. */
  const tip = document.getElementById("tip");
  const hideTip = () => { tip.hidden = true; };
  const showTip = (event) => {
    const term = event.target.closest?.(".term");
    if (!term) return;
    tip.textContent = document.getElementById(term.getAttribute("aria-describedby")).textContent;
    tip.hidden = false;
    const at = term.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const left = Math.max(16, Math.min(at.left, innerWidth - size.width - 16));
    const above = at.bottom + 8 + size.height > innerHeight;
    tip.style.left = `${left}px`;
    tip.style.top = `${above ? at.top - size.height - 8 : at.bottom + 8}px`;
  };
  document.addEventListener("mouseover", showTip, { signal });
  document.addEventListener("focusin", showTip, { signal });
  document.addEventListener("mouseout", (event) => { if (event.target.closest?.(".term")) hideTip(); }, { signal });
  document.addEventListener("focusout", hideTip, { signal });
  document.addEventListener("scroll", hideTip, { passive: true, signal });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); }, { signal });

  /* One click deeper: the details of a row. */
  for (const button of all(".more")) {
    const details = document.getElementById(button.getAttribute("aria-controls"));
    const show = (open) => {
      details.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
    };
    show(false);
    button.addEventListener("click", () => show(details.hidden));
  }
  const milliseconds = (value) => (value === null ? "–" : `${value.toPrecision(3)} ms`);
  for (const cell of all(".time")) {
    const times = measured.times[cell.dataset.poolName]?.[cell.dataset.key];
    if (!times) continue;
    cell.hidden = false;
    cell.querySelector("dd").textContent =
      `median ${milliseconds(times[1])}, p99 ${milliseconds(times[2])}, longest ${milliseconds(times[3])}`;
  }

  /* Sorting: what has no value goes last, whichever way. */
  const valueOf = (cell, isNumber) => {
    const text = cell.dataset.v ?? cell.textContent.trim();
    if (!isNumber) return text;
    const found = text.replaceAll(",", "").replace("−", "-").match(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/);
    return found ? Number(found[0]) : null;
  };
  const sort = (table, head) => {
    const number = head.cellIndex;
    const isNumber = head.classList.contains("num") || head.classList.contains("bandhead");
    const first = isNumber && number > 2 ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const way = head.getAttribute("aria-sort") === first ? other : first;
    for (const cell of all("thead th", table)) cell.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", way);
    const grouped = "bodies" in table.dataset;
    const parent = grouped ? table : table.tBodies[0];
    const items = (grouped ? [...table.tBodies] : [...parent.rows]).map((item) => {
      const cell = (grouped ? item.rows[0] : item).cells[number];
      return [item, valueOf(cell, isNumber)];
    });
    const sign = way === "ascending" ? 1 : -1;
    items.sort(([, one], [, another]) => {
      if (one === null || another === null) return (one === null) - (another === null);
      return sign * (isNumber ? one - another : one.localeCompare(another));
    });
    for (const [item] of items) parent.append(item);
    table.dispatchEvent(new Event("sorted"));
  };
  for (const table of all(".sortable")) {
    for (const button of all(".sort", table)) {
      button.addEventListener("click", () => sort(table, button.closest("th")));
    }
  }

  /* On a narrow screen the heads of the standings give way to a list of them, and a button for the other way. */
  for (const place of all(".sortby")) {
    const table = place.parentElement.querySelector(".standings");
    const heads = all("thead th", table);
    const select = place.querySelector("select");
    const button = place.querySelector(".way");
    select.append(...heads.map((head, n) => new Option(head.querySelector(".sort").textContent, String(n))));
    const show = () => {
      const head = table.querySelector("[aria-sort]");
      select.value = String(head.cellIndex);
      button.textContent = head.getAttribute("aria-sort");
      const term = head.querySelector(".sort").getAttribute("aria-describedby");
      place.querySelector(".note").textContent = term ? document.getElementById(term).textContent : "";
    };
    select.addEventListener("change", () => sort(table, heads[select.value]));
    button.addEventListener("click", () => sort(table, heads[select.value]));
    table.addEventListener("sorted", show);
    show();
  }

  /* Filters: by entrant and by pool. */
  const entrantFilter = document.getElementById("filter-entrant");
  const poolFilter = document.getElementById("filter-pool");
  const filter = () => {
    const wanted = entrantFilter.value.trim().toLowerCase();
    for (const one of all("[data-entrant]")) {
      one.hidden = wanted !== "" && !one.dataset.entrant.toLowerCase().includes(wanted);
    }
    const pool = poolFilter?.value ?? "";
    const name = pool === "" ? null : data.pools[pool].pool;
    for (const one of all(".pool")) {
      one.hidden = name !== null && (one.dataset.pool ? one.dataset.pool !== pool : one.dataset.poolName !== name);
    }
    drawVisible();
  };
  entrantFilter.addEventListener("input", filter, { signal });
  poolFilter?.addEventListener("change", filter, { signal });
  document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault(), { signal });

  /* On a narrow screen the standings come first. */
  if (matchMedia("(max-width: 44rem)").matches) document.getElementById("about").open = false;

  /* A link to an entrant opens its section. */
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.tagName === "DETAILS") {
      target.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", openTarget, { signal });
  openTarget();

  /* Pictures. */
  const LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#9a8300"];
  const DASHES = ["solid", "dash", "dot", "dashdot"];
  const LONGEST_NAME = matchMedia("(max-width: 44rem)").matches ? 11 : 18;
  const plain = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const short = (text) => plain(text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";
  const diverging = () =>
    isDark()
      ? [[0, "#e08a3c"], [0.25, "#8a5a33"], [0.5, "#2a2f36"], [0.75, "#3f6591"], [1, "#79b0ec"]]
      : [[0, "#b35806"], [0.25, "#efb067"], [0.5, "#f6f5f1"], [0.75, "#8fb3dd"], [1, "#245d9c"]];
  /* The colour of a share on that scale, which is piecewise linear. */
  const between = (share) => {
    const scale = diverging();
    const above = Math.max(1, scale.findIndex(([at]) => at >= share));
    const [[from, low], [to, high]] = [scale[above - 1], scale[above]];
    const part = (share - from) / (to - from);
    const mixed = [1, 3, 5].map((n) => {
      const [one, other] = [low, high].map((text) => parseInt(text.slice(n, n + 2), 16));
      return Math.round(one + part * (other - one));
    });
    return `rgb(${mixed.join(",")})`;
  };
  const fixed = (value, decimals) => (value === null ? "–" : value.toFixed(decimals).replace("-", "−"));
  const marginDecimals = (pool) => ({ "points per set": 0, "points per deal": 1 })[pool.margin_unit] ?? 2;
  const likely = (value) =>
    value < 0.001 ? "less than 0.1 %" : value > 0.999 ? "more than 99.9 %" : `${fixed(100 * value, 1)} %`;
  const gain = (value, decimals) => (value > 0 ? "+" : "") + fixed(value, decimals);

  const layout = (extra) => ({
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(document.body).fontFamily, size: 12, color: colour("--ink") },
    margin: { l: 10, r: 10, t: 10, b: 40 },
    hoverlabel: { align: "left", bgcolor: colour("--ink"), font: { color: colour("--paper") }, bordercolor: colour("--ink") },
    showlegend: false,
    ...extra,
  });
  const axis = (extra) => ({
    automargin: true, gridcolor: colour("--line"), linecolor: colour("--line"), zeroline: false, fixedrange: true, ...extra,
  });
  const nameAxis = (keys, extra) =>
    axis({ tickmode: "array", tickvals: keys.map((_, n) => n), ticktext: keys.map((key) => short(nameOf(key))), showgrid: false, ...extra });

  /* Fields hold texts only where they are wide enough for them to be read. */
  const matrix = (keys, z, hover, texts, width) => {
    const roomy = (width - 240) / keys.length >= 44;
    return {
      traces: [{
        type: "heatmap", z, x: keys.map((_, n) => n), y: keys.map((_, n) => n), text: roomy ? texts : undefined,
        texttemplate: roomy ? "%{text}" : undefined, customdata: hover, hovertemplate: "%{customdata}<extra></extra>",
        colorscale: diverging(), zmin: 0, zmax: 100, xgap: 1, ygap: 1, hoverongaps: false,
        colorbar: { thickness: 8, outlinewidth: 0, ticksuffix: " %", len: 0.8 }, showscale: width > 480,
      }],
      layout: layout({
        height: Math.max(300, 110 + keys.length * Math.max(15, Math.min(44, 480 / keys.length))),
        xaxis: nameAxis(keys, { tickangle: keys.length * Math.max(...keys.map((key) => nameOf(key).length), 0) > 40 ? -45 : 0, side: "bottom" }),
        yaxis: nameAxis(keys, { autorange: "reversed" }),
      }),
    };
  };

  const drawings = {
    head_to_head(pool, width) {
      const keys = pool.standings.map(keyOf);
      const grid = (value) => keys.map(() => keys.map(() => value));
      const z = grid(null), hover = grid(""), texts = grid("");
      for (const row of unpack(pool.head_to_head)) {
        const { entrant: one, opponent: other } = row;
        if (row.score === null) continue;
        const decimals = marginDecimals(pool);
        z[one][other] = 100 * row.score;
        texts[one][other] = `${fixed(100 * row.score, 0)} %` + (row.margin === null ? "" : `<br>${gain(row.margin, decimals)}`);
        hover[one][other] =
          `<b>${plain(nameOf(keys[one]))}</b> against ${plain(nameOf(keys[other]))}<br>` +
          `set score ${fixed(100 * row.score, 1)} % [${fixed(100 * row.score_low, 1)}, ${fixed(100 * row.score_high, 1)}]<br>` +
          `${row.sets} sets: ${row.won} won, ${row.drawn} drawn, ${row.lost} lost<br>` +
          (row.margin === null ? "no margin: not enough sets" :
            `margin ${gain(row.margin, decimals)} [${fixed(row.margin_low, decimals)}, ${fixed(row.margin_high, decimals)}] ` +
            `${pool.margin_unit}<br>over ${row.margin_sets} sets`);
      }
      return matrix(keys, z, hover, texts, width);
    },

    stronger(pool, width) {
      const keys = pool.stronger.entrants;
      const z = pool.stronger.probability.map((row, n) => row.map((value, m) => (n === m ? null : 100 * value)));
      const hover = z.map((row, n) => row.map((value, m) => value === null ? "" :
        `<b>${plain(nameOf(keys[n]))}</b> is stronger than ${plain(nameOf(keys[m]))}<br>with ${likely(value / 100)}, by the fit of all sets`));
      return matrix(keys, z, hover, z.map((row) => row.map((value) => value === null ? "" : `${fixed(value, 0)} %`)), width);
    },

    course(pool) {
      const traces = [];
      const last = pool.course.after.at(-1);
      pool.standings.forEach((row, n) => {
        const points = pool.course.ratings[keyOf(row)]
          .map((rating, i) => rating && [pool.course.after[i], ...rating])
          .filter((point) => point !== null);
        if (last < pool.sets && row.mu !== null) points.push([pool.sets, row.mu, row.sigma]);
        const line = LINES[n % LINES.length];
        const common = { legendgroup: String(n), visible: n < 6 ? true : "legendonly" };
        const x = points.map((point) => point[0]);
        const edge = (sign) => points.map((point) => point[1] + sign * 1.96 * point[2]);
        traces.push({
          ...common, type: "scatter", mode: "lines", x: [...x, ...x.toReversed()], y: [...edge(1), ...edge(-1).toReversed()],
          fill: "toself", fillcolor: `${line}22`, line: { width: 0 }, hoverinfo: "skip", showlegend: false,
        });
        traces.push({
          ...common, type: "scatter", mode: "lines", x, y: points.map((point) => point[1]), name: short(nameOf(keyOf(row))),
          customdata: points.map((point) => 1.96 * point[2]),
          line: { color: line, width: 2, dash: DASHES[Math.floor(n / LINES.length) % DASHES.length] },
          hovertemplate: `<b>${plain(nameOf(keyOf(row)))}</b><br>after %{x:,} sets: %{y:.1f} ± %{customdata:.1f}<extra></extra>`,
        });
      });
      return {
        traces,
        layout: layout({
          height: 400, showlegend: true, legend: { orientation: "h", y: -0.22, x: 0 },
          xaxis: axis({ title: { text: "sets of the pool" }, tickformat: "," }), yaxis: axis({ title: { text: "rating" } }),
        }),
      };
    },

    shares(pool) {
      const keys = pool.standings.map(keyOf);
      const shares = [...new Set(keys.flatMap((key) => pool.shares[key].map(([share]) => share)))].sort((a, b) => a - b);
      const shade = (share) => (share === 0.5 ? (isDark() ? "#59616b" : "#d5d2ca") : between(share));
      const total = keys.map((key) => pool.shares[key].reduce((sum, [, count]) => sum + count, 0));
      const traces = shares.map((share) => {
        const counts = keys.map((key) => pool.shares[key].find(([one]) => one === share)?.[1] ?? 0);
        return {
          type: "bar", orientation: "h", y: keys.map((_, n) => n), x: counts.map((count, n) => (total[n] ? (100 * count) / total[n] : 0)),
          name: `${Number((100 * share).toPrecision(3))} %`, marker: { color: shade(share), line: { color: colour("--paper"), width: 1 } },
          customdata: counts.map((count, n) => `<b>${plain(nameOf(keys[n]))}</b><br>${count} of ${total[n]} sets with ${Number((100 * share).toPrecision(3))} % of the place points`),
          hovertemplate: "%{customdata}<extra></extra>",
        };
      });
      return {
        traces,
        layout: layout({
          height: Math.max(240, 110 + 26 * keys.length), barmode: "stack", bargap: 0.3, showlegend: shares.length <= 9,
          legend: { orientation: "h", y: 1, yanchor: "bottom", x: 0, traceorder: "normal", title: { text: "share of the place points " } },
          margin: { l: 10, r: 10, t: 40, b: 40 },
          xaxis: axis({ title: { text: "sets" }, ticksuffix: " %", range: [0, 100] }), yaxis: nameAxis(keys, { autorange: "reversed" }),
        }),
      };
    },

    times(pool) {
      const times = measured.times[pool.pool] ?? {};
      const keys = pool.standings.map(keyOf).filter((key) => times[key]);
      const kinds = [["median", 1, "circle", LINES[0]], ["p99", 2, "diamond", LINES[1]], ["longest", 3, "line-ns-open", colour("--soft")]];
      const traces = kinds.map(([name, column, symbol, color]) => ({
        type: "scatter", mode: "markers", name, y: keys.map((_, n) => n), x: keys.map((key) => times[key][column]),
        marker: { symbol, size: 10, color, line: { width: symbol.endsWith("open") ? 2 : 0, color } },
        customdata: keys.map((key) => `<b>${plain(nameOf(key))}</b><br>${name} ${milliseconds(times[key][column])}, ${times[key][0]} decisions`),
        hovertemplate: "%{customdata}<extra></extra>",
      }));
      return {
        traces,
        layout: layout({
          height: Math.max(220, 110 + 24 * keys.length), showlegend: true, legend: { orientation: "h", y: 1, yanchor: "bottom", x: 0 },
          margin: { l: 10, r: 10, t: 40, b: 40 },
          xaxis: axis({ type: "log", title: { text: "time of a decision, ms" } }), yaxis: nameAxis(keys, { autorange: "reversed", showgrid: true }),
        }),
      };
    },
  };

  const drawn = new Set();
  const ON_PAPER = 640; /* pixels, the width of A4 between its margins */
  const draw = (place, paper) => {
    const pool = data.pools[place.dataset.pool];
    const { traces, layout: made } = drawings[place.dataset.plot](pool, paper ? ON_PAPER : place.clientWidth);
    if (paper) made.width = ON_PAPER;
    drawn.add(place);
    place.style.minHeight = "0";
    return Plotly.react(place, traces, made, { displayModeBar: false, responsive: true });
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting && !drawn.has(entry.target)) draw(entry.target);
  }, { rootMargin: "300px" });
  const drawVisible = () => {
    for (const place of drawn) if (place.offsetParent) Plotly.Plots.resize(place);
  };
  const redraw = () => Promise.all([...drawn].filter((place) => place.offsetParent).map((place) => draw(place)));
  const startDrawing = () => {
    for (const place of all(".plot")) watcher.observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
    addEventListener("beforeprint", () => {
      document.documentElement.classList.add("on-paper");
      for (const place of all(".plot")) if (place.offsetParent) draw(place, true);
    }, { signal });
    addEventListener("afterprint", () => {
      document.documentElement.classList.remove("on-paper");
      redraw();
    }, { signal });
  };
  signal.addEventListener("abort", () => {
    watcher.disconnect();
    for (const place of drawn) Plotly.purge(place);
  });
  if (window.Plotly) startDrawing();
  else addEventListener("DOMContentLoaded", startDrawing, { signal });  // its script stands after this one

  const margin = (value, error, places) =>
    value === null ? "not enough sets" : `${gain(value, places)} ± ${fixed(error, places)}`;

  /* A table of texts, of which the first column names the line and the others are numbers. */
  const tableOf = (title, heads, rows) => {
    const table = element("table", undefined, { class: "plain" });
    table.append(element("caption", title));
    const named = (name, text, attributes) => {
      const cell = element(name, undefined, attributes);
      cell.append(element("bdi", text));
      return cell;
    };
    const head = table.createTHead().insertRow();
    heads.forEach((text, n) => head.append(named("th", text, n ? { scope: "col", class: "num" } : { scope: "col" })));
    const body = table.createTBody();
    for (const [label, ...values] of rows) {
      const row = body.insertRow();
      row.append(named("th", label, { scope: "row" }), ...values.map((value) => element("td", value, { class: "num" })));
    }
    const frame = element("div", undefined, { class: "scroll", tabindex: "0", role: "group", "aria-label": title });
    frame.append(table);
    return frame;
  };

  /* Whom an entrant beats: written when its section is opened, since a large field has very many pairs. */
  const verdict = (row) => {
    if (row.score === null) return "never met";
    return row.score_low > 0.5 ? "wins" : row.score_high < 0.5 ? "loses" : "open";
  };
  const opponents = (place) => {
    const pool = data.pools.find((one) => one.pool === place.dataset.poolName);
    const number = pool.standings.findIndex((row) => keyOf(row) === place.dataset.key);
    const pairs = unpack(pool.head_to_head).filter((row) => row.entrant === number);
    pairs.sort((a, b) => a.opponent - b.opponent);
    const decimals = marginDecimals(pool);
    const rows = pairs.map((row) => [
      nameOf(keyOf(pool.standings[row.opponent])), verdict(row), row.sets, `${row.won}/${row.drawn}/${row.lost}`,
      row.score === null ? "–" : `${fixed(100 * row.score, 1)} % [${fixed(100 * row.score_low, 1)}, ${fixed(100 * row.score_high, 1)}]`,
      margin(row.margin, row.margin_error, decimals),
    ]);
    const heads = ["opponent", "result", "sets", "sets W/D/L", "set score [95 %]", `margin ± SE (${pool.margin_unit})`];
    place.replaceChildren(
      tableOf(`Against each opponent, in rank order: ${place.dataset.name} in ${pool.pool}`, heads, rows),
      element("p", "Wins and loses: the 95 % interval of the set score lies above, or below, one half.", { class: "note" }),
    );
  };
  for (const section of all("details.entrant")) {
    section.addEventListener("toggle", () => {
      if (section.open) all(".opponents:empty", section).forEach(opponents);
    });
  }

  /* Compare: two entrants of a pool side by side. */
  const form = document.getElementById("compare-form");
  const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);
  const options = (select, entries) => {
    select.replaceChildren(...entries.map(([value, text]) => element("option", text, { value })));
  };
  const sideBySide = (title, rows, one, other) => tableOf(title, ["figure", nameOf(one), nameOf(other)], rows);
  const compare = () => {
    const pool = data.pools[form.elements.pool.value];
    const [one, other] = [form.elements.one.value, form.elements.other.value];
    const result = document.getElementById("compare-result");
    result.replaceChildren();
    if (!one || !other || one === other) {
      result.append(element("p", one ? "Choose two different entrants." : "Nobody to compare.", { class: "note" }));
      return;
    }
    const decimals = pool.unit === "points" ? 1 : 3;
    const rows = [one, other].map((key) => pool.standings.find((row) => keyOf(row) === key));
    const both = (label, text) => [label, ...rows.map(text)];
    const pairs = unpack(pool.head_to_head);
    const meeting = pairs.find((row) => rows[0] === pool.standings[row.entrant] && rows[1] === pool.standings[row.opponent]);
    const sentence = element("p");
    if (meeting.score === null) sentence.textContent = "They have not met in a set that counts.";
    else {
      sentence.append(element("bdi", nameOf(one)), " got ", element("strong", `${fixed(100 * meeting.score, 1)} %`), ` of the ${meeting.sets} sets against `,
        element("bdi", nameOf(other)), ` (95 %: ${fixed(100 * meeting.score_low, 1)} … ${fixed(100 * meeting.score_high, 1)} %): ` +
        `${meeting.won} won, ${meeting.drawn} drawn, ${meeting.lost} lost; margin ${margin(meeting.margin, meeting.margin_error, marginDecimals(pool))} ${pool.margin_unit}.`);
    }
    const places = [one, other].map((key) => pool.stronger.entrants.indexOf(key));
    const chance = element("p");
    if (places.every((place) => place >= 0)) {
      chance.append(element("bdi", nameOf(one)), ` is the stronger with ${likely(pool.stronger.probability[places[0]][places[1]])}, by the fit of all sets of the pool.`);
    }
    const seats = unpack(pool.seats_and_roles);
    const positions = seats.filter((row) => keyOf(row) === one).map((row) => {
      const same = seats.find((twin) => keyOf(twin) === other && twin.seats === row.seats && twin.role === row.role);
      const text = (cell) => (cell.gain_per_deal === null ? "not enough sets" : `${margin(cell.gain_per_deal, cell.gain_error, decimals)} (${cell.deals} deals)`);
      return [row.role ? `as ${row.role}` : `in seat ${row.seats}`, text(row), text(same)];
    });
    const times = measured.times[pool.pool] ?? {};
    const time = (column) => [one, other].map((key) => (times[key] ? milliseconds(times[key][column]) : "–"));
    result.append(
      sentence, chance,
      sideBySide("In the pool", [
        both("rank", (row) => row.rank ?? "–"),
        both("rank range (95 %)", (row) => row.rank_low === null ? "–" : `${row.rank_low} – ${row.rank_high}`),
        both("rating ± half of its 95 % band", (row) => row.mu === null ? "–" : `${fixed(row.mu, 1)} ± ${fixed(1.96 * row.sigma, 1)}`),
        both("sets W/D/L", (row) => `${row.sets_won}/${row.sets_drawn}/${row.sets_lost}`),
        both(`margin ± SE, ${pool.margin_unit}`, (row) => margin(row.margin, row.margin_error, marginDecimals(pool))),
        both("matches lost by a fault", (row) => Object.values(row.faults).reduce((sum, count) => sum + count, 0)),
      ], one, other),
      sideBySide(`By seat and role: ${pool.unit} gained a deal more than the others at the table, ± SE, in all sets`, positions, one, other),
      sideBySide("Time of a decision (measured)", [["median", ...time(1)], ["p99", ...time(2)], ["longest", ...time(3)]], one, other),
    );
    const [less, more] = [one, other].sort((a, b) => (a < b ? -1 : 1));
    const placeOf = (key) => pool.standings.findIndex((row) => keyOf(row) === key);
    const [first, second] = [placeOf(less), placeOf(more)];
    const swings = pool.swings.found.find((entry) => entry.entrants[0] === first && entry.entrants[1] === second)?.deals ?? [];
    result.append(element("h3", "The deals with the largest swing"));
    if (pool.sets_seen < pool.sets) {
      result.append(element("p", `Among ${pool.sets_seen} of the ${pool.sets} sets of the pool, evenly spaced in the schedule.`, { class: "note" }));
    }
    if (!swings.length) result.append(element("p", "No deal to show.", { class: "note" }));
    const list = element("ol", undefined, { class: "swings" });
    for (const [pairing, k, deal, amount] of swings) {
      const set = `${pool.swings.pairings[pairing] || `${pool.pool}/${less}+${more}`}/${k}`;
      const winner = (amount > 0) === (one === less) ? one : other;
      const unit = Math.abs(amount) === 1 ? pool.unit.slice(0, -1) : pool.unit;
      const item = element("li");
      item.append(element("strong", `${Math.abs(amount).toLocaleString("en")} ${unit}`), " to ", element("bdi", nameOf(winner)), `, deal ${deal}: `,
        element("code", `arena replay . ${quoted(set)} --deal ${deal}`));
      const link = replayLink(set, deal);
      if (link) item.append(" ", element("a", "look at it", { href: link }));
      list.append(item);
    }
    if (swings.length) result.append(list);
  };
  const choosePool = () => {
    const entries = data.pools[form.elements.pool.value].standings.map((row) => [keyOf(row), nameOf(keyOf(row))]);
    options(form.elements.one, entries);
    options(form.elements.other, entries);
    if (entries.length > 1) form.elements.other.selectedIndex = 1;
    compare();
  };
  if (data.pools.length) {
    options(form.elements.pool, data.pools.map((pool, n) => [String(n), pool.pool]));
    form.hidden = false;
    form.elements.pool.addEventListener("change", choosePool);
    form.elements.one.addEventListener("change", compare);
    form.elements.other.addEventListener("change", compare);
    form.addEventListener("submit", (event) => event.preventDefault());
    choosePool();
  }
  filter();
};
startReport();
