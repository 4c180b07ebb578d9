/* A table for two on one screen without a server: the rules of the game (js/rules/) say what may be played, the board
   is the one that the server drew, and the game is kept in this browser as the line that the server reads too.

   Rules have `start`, `moves`, `turn`, `play`, `refusal` (why clicks are no move), `winner` and `paint`, and what their
   game needs of these: `score`, or `reason` for the result of a game without points; `round`; `key`, the position as
   repetition compares it; `roles` of the seats; for moves of several clicks `selection` (what clicks show) and `places`
   (what each place is); `arrange` for moves that put several pieces; `events` of a move; `drawn`, what they paint anew of
   the server's drawing; `exchanged`, two places whose names have changed. They speak codes with details, as the engines
   do; `#frases` has the sentences. */
(() => {
  "use strict";

  const table = document.getElementById("mesa");
  const said = table.dataset;
  const rules = window.rules[said.game];
  const phrases = JSON.parse(document.getElementById("frases").textContent);
  const repetition = Number(said.repetition); // the occurrence of a position that makes a draw; 0: never
  const templates = [...document.querySelectorAll("template")];
  const cloth = document.getElementById("tapete");
  const which = document.getElementById("cual");
  const offered = [...which.options].map(({ dataset }) => ({ ...dataset, card: JSON.parse(dataset.card) }));
  const toast = document.getElementById("envio");
  const KEY = `ingenio.mesa.${said.entry}`;
  const SVG = "http://www.w3.org/2000/svg";
  const LABEL = 0.36; // size of what is written on a place, in board units

  let states = []; // from the start to now
  let moves = [];
  let open = []; // the legal moves
  let clicks = []; // of the move that is being made
  let refused = null; // why what was pressed last is no move
  let exchanged = null; // two places of the board that lies here that have each other's names

  const card = () => offered[which.value].card;
  const now = () => states.at(-1);
  const fill = (text, ...values) => values.reduce((filled, value) => filled.replace("{}", value), text);
  const joined = (parts) => parts.filter(Boolean).join(" ");
  const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);

  /* A code with its detail as a sentence: the first phrase that is for such details. */
  function say(kind, [code, detail = {}]) {
    const value = (it) => (typeof it === "string" && it.startsWith("{") ? detail[it.slice(1, -1)] : it);
    const [, text] = phrases[kind][code].find(([when]) => Object.entries(when).every(([key, it]) => detail[key] === value(it)));
    const written = (slot, key, dashes) => (dashes ? [...String(detail[key])].join("-") : listed(String(detail[key] ?? slot)));
    return text.replace(/\{(\w+)(-?)\}/g, written);
  }

  /* Places to choose from, as they are read out: before an «o» Spanish says «u». */
  function listed(text) {
    const places = text.split(" ");
    const last = places.pop();
    return places.length ? fill(last.startsWith("o") ? said.orBeforeO : said.or, places.join(", "), last) : text;
  }

  function line() {
    const begin = offered[which.value].line;
    return moves.length ? `${begin} : ${moves.join(" ")}` : begin;
  }

  function remember() {
    try {
      localStorage.setItem(KEY, line());
    } catch {
      return; // storage may be forbidden: the game then lasts as long as the page
    }
  }

  /* The game that was left here, as far as the rules of today allow it. */
  function remembered() {
    let kept = null;
    try {
      kept = localStorage.getItem(KEY);
    } catch {
      kept = null;
    }
    const [begin, made = ""] = (kept ?? "").split(" : ");
    const place = offered.findIndex(({ line: known }) => known === begin);
    if (place < 0) return [];
    which.value = String(place);
    return made.split(" ").filter(Boolean);
  }

  /* The match: what only the whole of it knows. */

  /* The number of moves after which a position stood first that stands again often enough to end the game, or -1. */
  function repeated(all) {
    if (!repetition) return -1;
    const keys = all.map((state) => rules.key(card(), state));
    const same = keys.flatMap((key, ply) => (key === keys.at(-1) ? [ply] : []));
    return same.length < repetition ? -1 : same[0];
  }

  const drawn = () => rules.turn(card(), now()) !== null && repeated(states) >= 0;
  const turn = () => (drawn() ? null : rules.turn(card(), now()));

  /* The earlier position that a legal move would bring back so that the game ends, or -1. */
  function repeats(move) {
    const after = rules.play(card(), now(), move);
    return rules.turn(card(), after) === null ? -1 : repeated([...states, after]);
  }

  function make(move) {
    states.push(rules.play(card(), now(), move));
    moves.push(move);
    [clicks, refused] = [[], null];
    open = turn() === null ? [] : rules.moves(card(), now());
  }

  function lay() {
    cloth.replaceChildren(templates[offered[which.value].board].content.cloneNode(true));
    if (rules.drawn) for (const shape of cloth.querySelectorAll(`#tablero :is(${rules.drawn})`)) shape.remove();
    exchanged = null;
  }

  function begin(replayed = []) {
    lay();
    [states, moves, clicks, refused] = [[rules.start(card())], [], [], null];
    open = rules.moves(card(), now());
    for (const move of replayed) {
      if (!open.includes(move)) break;
      make(move);
    }
    show();
  }

  /* The move that is being made. */

  /* What may be clicked after some clicks: whether a move ends with it, and whether one goes on. */
  function after(made) {
    const found = new Map();
    for (const move of open) {
      const parts = move.split("-");
      if (parts.length <= made.length || made.some((token, place) => token !== parts[place])) continue;
      const token = parts[made.length];
      const last = parts.length === made.length + 1;
      const { ends = false, goes = false } = found.get(token) ?? {};
      found.set(token, { ends: ends || last, goes: goes || !last });
    }
    return found;
  }

  /* The pieces that are being put, where the next move puts some. */
  const arranging = () => (turn() === null ? null : rules.arrange?.(card(), now(), clicks[0] ?? "") ?? null);

  /* What the clicks so far show. */
  function shown() {
    const found = turn() === null ? null : arranging() ?? rules.selection?.(card(), now(), clicks);
    return { facts: [], marks: {}, labels: {}, shapes: [], ...found };
  }

  /* Two places whose names go over to each other. */
  function exchange(wanted) {
    const pair = wanted ?? exchanged;
    if (Boolean(wanted) !== Boolean(exchanged)) {
      const [one, other] = pair.map((token) => [...cloth.querySelectorAll(`[id$="-${token}"], [data-token="${token}"]`)]);
      for (const [shapes, from, to] of [[one, pair[0], pair[1]], [other, pair[1], pair[0]]]) {
        for (const shape of shapes) {
          if (shape.id) shape.id = shape.id.replace(new RegExp(`${from}$`), to);
          else shape.dataset.token = to;
        }
      }
    }
    exchanged = wanted;
  }

  /* What pressing a place does: it plays a move, or shows clicks; places that do nothing are missing. */
  function presses() {
    const found = new Map();
    const row = arranging();
    if (row) return new Map(Object.entries(row.taking).map(([token, without]) => [token, { clicks: [without] }]));
    if (clicks.length) for (const token of after([]).keys()) found.set(token, { clicks: token === clicks[0] ? [] : [token] });
    if (open.includes(clicks.join("-"))) {
      const others = clicks.slice(0, -1);
      for (const token of after(others).keys()) if (token !== clicks.at(-1)) found.set(token, { clicks: [...others, token] });
    }
    for (const [token, { goes }] of after(clicks)) {
      const made = [...clicks, token];
      // A second click on a place may have been meant to take the first one back: it is shown too.
      found.set(token, goes || clicks.includes(token) ? { clicks: made } : { move: made.join("-") });
    }
    return found;
  }

  function write(name, attributes, text = "") {
    const shape = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    shape.textContent = text;
    return shape;
  }

  const centred = (size) => ({ "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" });

  function paint() {
    const drawing = document.getElementById("tablero");
    const { shapes, radii = {}, initials, extra } = rules.paint(card(), now());
    const chosen = shown();
    const last = moves.findLast((move) => !document.getElementById(`especial-${move}`))?.split("-") ?? [];
    const choice = [...(arranging() ? presses() : after(clicks)).keys()];
    const marks = { choice, last, draft: clicks, ...chosen.marks };
    const marked = (kind, token) => [kind, ...Object.keys(marks).filter((mark) => marks[mark].includes(token))].join(" ");
    drawing.classList.toggle("drafting", clicks.length > 0);
    drawing.querySelector(".made")?.remove();
    exchange(rules.exchanged?.(card(), now()) ?? null);
    const made = write("g", { class: "over made" });
    drawing.insertBefore(made, drawing.querySelector(".hits"));
    for (const [name, kind] of Object.entries(shapes)) {
      const shape = document.getElementById(`tablero-${name}`);
      if (!shape) continue;
      shape.setAttribute("class", marked(kind, name.slice(name.indexOf("-") + 1)));
      if (name in radii) shape.setAttribute("r", radii[name]);
      if (shape.matches(".carried")) made.before(shape); // what moves about lies over the rest
    }
    for (const [cell, seat] of Object.entries(initials)) {
      const { x, y, width, height } = document.getElementById(`tablero-polygon-${cell}`).getBBox();
      const look = { class: `initial seat-${seat}`, ...centred(0.4 * Math.min(width, height)) };
      made.append(write("text", { ...look, x: x + width / 2, y: y + height / 2 }, String(seat + 1)));
    }
    for (const [name, attributes, text] of [...extra, ...chosen.shapes]) {
      const token = attributes.id?.slice(attributes.id.lastIndexOf("-") + 1);
      made.append(write(name, { ...attributes, class: marked(attributes.class, token) }, text));
    }
    for (const [token, text] of Object.entries(chosen.labels)) {
      const { x, y } = document.getElementById(`b-${token}`).dataset;
      made.append(write("text", { class: "label", x, y, ...centred(LABEL) }, text));
    }
    name(chosen.marks);
    tell(chosen.facts);
  }

  /* The buttons of the places: what each is called, and what it does. */
  function name(marks) {
    const owners = now().owners ?? {};
    const places = rules.places?.(card(), now());
    const found = presses();
    for (const button of cloth.querySelectorAll("#jugar button")) {
      const token = button.id.slice(2);
      const press = found.get(token);
      button.name = press?.clicks ? "elegir" : "move";
      button.value = press?.move ?? (press?.clicks ?? [...clicks, token]).join("-");
      button.setAttribute("aria-disabled", String(!press));
      button.dataset.name ??= button.textContent;
      const about = Object.keys(marks).filter((mark) => mark in phrases.marks && marks[mark].includes(token));
      if (places) button.textContent = [say("places", places[token]), ...about.map((mark) => say("marks", [mark]))].join(", ");
      else button.textContent = token in owners ? fill(said.taken, button.dataset.name, owners[token] + 1) : button.dataset.name;
    }
  }

  /* What each place shows when it is pointed at, for board.js. */
  function signs() {
    const texts = new Map();
    const number = (text) => texts.get(text) ?? texts.set(text, texts.size).get(text);
    const at = {};
    for (const token of turn() === null ? [] : Object.keys(rules.places(card(), now()))) {
      const { facts, marks, labels } = rules.selection(card(), now(), [token]);
      if (!facts.length) continue;
      const byText = {};
      for (const [place, text] of Object.entries(labels)) (byText[text] ??= []).push(place);
      const places = (found) => Object.fromEntries(Object.entries(found).map(([key, all]) => [key, number(all.join(" "))]));
      at[token] = { say: number(joined(facts.map((fact) => say("facts", fact)))), marks: places(marks), labels: places(byText) };
    }
    return { texts: [...texts.keys()], at };
  }

  /* How it ended, as a sentence. */
  function result() {
    const winner = drawn() ? null : rules.winner(card(), now());
    if (!rules.score) {
      const how = say("outcomes", [drawn() ? "repetition" : rules.reason(card(), now())]);
      return winner === null ? fill(said.drawn, how) : fill(said.wins, winner + 1, how);
    }
    const score = rules.score(card(), now());
    if (winner !== null) return fill(said.won, winner + 1, score[winner], score[1 - winner]);
    return score[0] === score[1] ? fill(said.even, score[0]) : "";
  }

  /* What the last move did. */
  function happened() {
    if (!moves.length) return "";
    const [before, move] = [states.at(-2), moves.at(-1)];
    const seat = rules.turn(card(), before) + 1;
    if (!rules.events) return fill(said.made, seat, document.getElementById(`b-${move}`).dataset.name);
    const what = joined(rules.events(card(), before, move, now()).map((fact) => say("events", fact)));
    return fill(said.did, seat, lowered(what));
  }

  /* Score, turn or result, what just happened, and what is being done. */
  function tell(facts) {
    const seat = turn();
    const winner = seat === null && !drawn() ? rules.winner(card(), now()) : null;
    const roles = rules.roles?.(card(), now());
    const round = rules.round?.(card(), now());
    said.last = moves.length;
    said.over = seat === null ? "yes" : "no";
    said.draft = clicks.join("-");
    if (roles) said.mover = roles[seat ?? 0];
    table.querySelectorAll(".side").forEach((side, number) => {
      side.classList.toggle("to-move", number === seat);
      side.classList.toggle("winner", number === winner);
      if (rules.score) side.querySelector(".points").textContent = rules.score(card(), now())[number];
      const role = side.querySelector(".role");
      if (role) [role.className, role.textContent] = [`role role-${roles[number]}`, say("roles", [roles[number]])];
    });
    const sentence = seat === null ? result() : fill(said.turn, seat + 1);
    const what = joined([happened(), round ? fill(said.round, ...round) : ""]);
    const state = document.getElementById("estado");
    state.querySelector(".turn").textContent = sentence;
    state.querySelector(".happened").textContent = what;
    document.getElementById("explicacion")?.remove();
    if (refused) {
      const why = document.createElement("p");
      [why.id, why.className, why.textContent] = ["explicacion", "message warn", refused];
      state.prepend(why);
    }
    document.getElementById("deshacer").disabled = moves.length === 0;
    const asked = rules.selection ? ask(facts) : "";
    const spoken = document.createElement("p");
    spoken.textContent = joined(refused ? [refused] : asked ? [asked] : [what, sentence]);
    document.getElementById("anuncio").replaceChildren(spoken);
  }

  /* Beside the board of a game whose moves are several clicks: what these show, and what is to be confirmed. Returns what
     is to be heard of it. */
  function ask(facts) {
    const move = clicks.join("-");
    const again = open.includes(move) ? repeats(move) : -1;
    const making = document.getElementById("haciendo");
    const row = arranging();
    const shown = joined(facts.map((fact) => say("facts", fact)));
    const warned = again > 0 ? fill(said.repeats, again) : again === 0 ? said.restores : "";
    making.hidden = clicks.length === 0 && !row;
    making.querySelector(".drafted").textContent = shown;
    making.querySelector(".warn").textContent = warned;
    making.querySelector(".warn").hidden = !warned;
    const confirm = document.getElementById("confirmar-jugada");
    confirm.hidden = !open.includes(move);
    confirm.value = move;
    confirm.textContent = row ? said.place : said.play;
    document.getElementById("cancelar").hidden = clicks.length === 0;
    if (rules.arrange) stock(row);
    for (const button of document.querySelectorAll("#especiales button")) {
      button.parentElement.hidden = clicks.length > 0 || !open.includes(button.value);
    }
    const line = document.getElementById("senalado");
    line.hidden = !said.pointed || clicks.length > 0 || turn() === null;
    line.textContent = line.dataset.none;
    if (said.pointed) document.getElementById("senales").textContent = JSON.stringify(signs());
    return joined([shown, warned]);
  }

  /* The pieces that are still to be put, and whole arrangements. */
  function stock(row) {
    const left = Object.values(row?.left ?? {}).some(Boolean);
    document.querySelector("#haciendo .stock").hidden = !left;
    document.getElementById("preparadas").hidden = !row;
    for (const [kind, count] of Object.entries(row?.left ?? {})) {
      const button = document.getElementById(`pieza-${kind}`);
      [button.value, button.disabled] = [row.adding[kind] ?? "", !(kind in row.adding)];
      button.querySelector("small").textContent = `× ${count}`;
    }
    if (row) document.getElementById("al-azar").value = open[Math.floor(Math.random() * open.length)];
  }

  /* Tell board.js. */
  function board(what, detail = null) {
    document.dispatchEvent(new CustomEvent(`tablero:${what}`, { detail }));
  }

  function show() {
    paint();
    board("nuevo");
  }

  document.addEventListener("partida:borrador", (event) => {
    [clicks, refused] = [event.detail.split("-").filter(Boolean), null];
    show();
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id === "guardar") {
      event.target.elements.partida.value = line();
      if (navigator.onLine) return;
      event.preventDefault();
      document.querySelector("#estado .happened").textContent = said.waits;
      return;
    }
    if (event.target.id !== "jugar") return;
    event.preventDefault();
    const move = event.submitter?.value;
    if (!open.includes(move)) {
      if (turn() === null) return;
      refused = say("reasons", rules.refusal(card(), now(), move.split("-")));
    } else if (move !== clicks.join("-") && repeats(move) >= 0) {
      [clicks, refused] = [move.split("-"), null]; // whoever ends the game in this way is asked first
    } else {
      make(move);
      remember();
      board("enviando", event.submitter.id.startsWith("b-") ? event.submitter.id.slice(2) : null);
      board("listo");
    }
    show();
  });

  /* Where a finger may miss, board.js asks before the last click counts. */
  document.addEventListener("tablero:elegida", ({ detail }) => {
    toast.hidden = !detail;
    toast.querySelector(".lens").classList.toggle("shown", Boolean(detail));
    if (!detail) return;
    const text = detail.way ? fill(said.way, ...detail.way) : detail.button.textContent;
    toast.querySelector("span").textContent = fill(said.preview, text);
  });

  toast.addEventListener("click", (event) => {
    const wish = event.target.closest("button")?.dataset.wish;
    if (wish) board(wish);
  });

  document.getElementById("deshacer").addEventListener("click", () => {
    begin(moves.slice(0, -1));
    remember();
  });

  document.getElementById("otra").addEventListener("click", () => {
    begin();
    remember();
  });

  which.addEventListener("change", () => {
    begin();
    remember();
  });

  // The first board lies on the table already, as it is at the start.
  templates[0].content.append(...[...cloth.childNodes].map((node) => node.cloneNode(true)));
  begin(remembered());
})();
