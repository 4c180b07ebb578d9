/* The board: a click on the drawing presses the button of the same place, arrow keys move among the buttons by
   where they lie, and the place with focus or under the pointer is shown on the drawing, with what it is about
   where the page knows that (`#senales`). Knows no game. */
(() => {
  "use strict";

  const CONFIRM = "ingenio.confirmar";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const NEAR = 1e-6; // board units that count as nothing
  const FINGER = 32; // pixels between places below which a finger may miss
  const TIP = 22; // pixels around its middle within which a finger may mean a place: targets of 44 pixels
  const REACH = 0.75; // of the way to the next place, within which a tap is taken for a place that may be chosen
  const TWICE = 500; // milliseconds within which a second click on a place belongs to the first one
  const LENS = 4.2; // board units across the magnifying glass, at least
  const ROOM = 2.6; // board units that it shows around a move
  const SVG = "http://www.w3.org/2000/svg";

  let column = null; // where going up and down began
  let sent = null; // token of the place that was played last here: the second click of a double one needs no answer
  let clicked = 0; // when that was
  let home = null; // token of the place that Tab reaches
  let chosen = null; // token clicked once, where moves are confirmed
  let sending = null; // token on its way to the server
  let signs = null; // what places show when they are pointed at
  let marked = []; // [shape, class] that pointing put there
  let looked = null; // token pressed last
  let finger = null; // where on the drawing a finger came down, in board units, while that is acted on

  const game = () => document.querySelector(".game");
  const form = () => document.getElementById("jugar");
  const drawing = () => document.getElementById("tablero");
  const buttons = () => [...(form()?.querySelectorAll("button") ?? [])];
  const tokenOf = (button) => button.id.slice(2);
  const buttonOf = (token) => document.getElementById("b-" + token);
  const shapesOf = (token) => drawing().querySelectorAll(`[id$="-${CSS.escape(token)}"]`);
  const free = (button) => button.getAttribute("aria-disabled") !== "true";
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage may be forbidden: the preference then lasts as long as the page
    }
  };

  let confirming = stored(CONFIRM) === "yes";

  /* Put one class of the drawing on the shapes and the hit area of one place only. */
  function show(mark, token, onHit = false) {
    if (!drawing()) return;
    for (const shape of drawing().querySelectorAll("." + mark)) shape.classList.remove(mark);
    if (token === null) return;
    const found = onHit ? drawing().querySelectorAll(`[data-token="${CSS.escape(token)}"]`) : shapesOf(token);
    for (const shape of found) (shape.matches("a") ? shape.firstElementChild : shape).classList.add(mark);
  }

  function preview(token) {
    const button = token === null ? null : buttonOf(token);
    show("aim", button && free(button) ? token : null);
    for (const group of document.querySelectorAll("#tablero .preview")) {
      group.classList.toggle("shown", group.dataset.for === token);
    }
    drawing()?.classList.toggle("previewing", Boolean(document.querySelector(".preview.shown")));
    if (!game()?.dataset.draft) point(token);
  }

  /* What a place shows: its marks and labels on the drawing, its sentence beside it. */
  function point(token) {
    if (!signs) return;
    for (const [shape, mark] of marked) shape.classList.remove(mark);
    marked = [];
    drawing().querySelector(".signs")?.remove();
    const sign = token === null ? undefined : signs.at[token];
    const places = (number) => signs.texts[number].split(" ").filter(Boolean);
    for (const [mark, number] of Object.entries(sign?.marks ?? {})) {
      for (const place of places(number)) for (const shape of shapesOf(place)) marked.push([shape, mark]);
    }
    for (const [shape, mark] of marked) shape.classList.add(mark);
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "over signs");
    for (const [text, number] of Object.entries(sign?.labels ?? {})) {
      for (const place of places(number)) group.append(label(text, buttonOf(place).dataset));
    }
    drawing().insertBefore(group, drawing().querySelector(".hits"));
    const line = document.getElementById("senalado");
    if (line) line.textContent = sign ? signs.texts[sign.say] : line.dataset.none;
  }

  /* Show a first click at once, before the answer arrives. */
  function anticipate(token) {
    if (!signs?.at[token]) return;
    const names = Object.values(signs.at).flatMap(({ marks }) => Object.keys(marks));
    for (const mark of new Set(["draft", ...names])) show(mark, null);
    for (const old of drawing().querySelectorAll(".over .label")) old.remove();
    point(token);
    show("draft", token);
  }

  function label(text, { x, y }) {
    const shape = document.createElementNS(SVG, "text");
    const look = { x, y, class: "label", "font-size": 0.36, "text-anchor": "middle", "dominant-baseline": "central" };
    for (const [name, value] of Object.entries(look)) shape.setAttribute(name, value);
    shape.textContent = text;
    return shape;
  }

  /* After the page is shown and after every swap: lay the buttons over the drawing, one of them for Tab. */
  function arrange() {
    const all = buttons();
    if (!drawing() || !all.length) return;
    const { width, height } = drawing().viewBox.baseVal;
    const source = document.getElementById("senales");
    signs = source && JSON.parse(source.textContent);
    marked = [];
    for (const button of all) {
      button.style.left = `${(100 * button.dataset.x) / width}%`;
      button.style.top = `${(100 * button.dataset.y) / height}%`;
    }
    const slot = (button) => [...shapesOf(tokenOf(button))].some((shape) => shape.matches(".slot"));
    const stop = (home && buttonOf(home)) || all.find(free) || all.find(slot) || all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    if (chosen !== null && !(buttonOf(chosen) && free(buttonOf(chosen)))) choose(null);
    show("chosen", chosen);
    const focused = document.activeElement?.closest("#jugar button");
    show("focus", focused?.matches(":focus-visible") ? tokenOf(focused) : null, true);
    // Where a stone was touched that cannot be chosen, it stays lit beside the reason.
    const touched = looked !== null && document.getElementById("explicacion") ? looked : null;
    preview(focused?.matches(":focus-visible") ? tokenOf(focused) : touched);
    looked = null;
    const box = document.getElementById("confirmar-siempre");
    if (box) box.checked = confirming;
  }

  /* The next place in a direction. Sideways: the nearest, straight ahead counting more than aside. Up and down:
     the next row, as near as can be to the column where going up and down began. */
  function neighbour(button, [dx, dy]) {
    const [x, y] = [Number(button.dataset.x), Number(button.dataset.y)];
    if (dx) column = null;
    else column ??= x;
    let best = null;
    let least = [Infinity, Infinity];
    for (const other of buttons()) {
      const [ox, oy] = [Number(other.dataset.x), Number(other.dataset.y)];
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (ahead <= NEAR || aside > ahead + NEAR) continue;
      const cost = dx ? [ahead + 2 * aside, aside] : [ahead, Math.abs(ox - column)];
      const less = Math.abs(cost[0] - least[0]) > NEAR ? cost[0] < least[0] : cost[1] < least[1] - NEAR;
      if (less) [best, least] = [other, cost];
    }
    return best;
  }

  const clicks = () => (game()?.dataset.draft ?? "").split("-").filter(Boolean);

  function choose(token) {
    chosen = token;
    show("chosen", token);
    const way = token === null ? [] : [...clicks(), token].filter(buttonOf);
    if (way.length) magnify(way);
    const detail = token && { button: buttonOf(token), way: way.length > 1 ? way : null };
    document.dispatchEvent(new CustomEvent("tablero:elegida", { detail }));
  }

  /* The neighbourhood of some places, large, in the bar that asks whether to play. */
  function magnify(tokens) {
    const lens = document.querySelector("#envio .lens");
    if (!lens) return;
    const copy = drawing().cloneNode(true);
    for (const gone of copy.querySelectorAll(".hits, .coordinate")) gone.remove();
    for (const shape of copy.querySelectorAll("[id]")) shape.removeAttribute("id");
    lens.setAttribute("class", `${drawing().getAttribute("class")} lens`);
    lens.dataset.mover = game()?.dataset.mover ?? "";
    lens.replaceChildren(...copy.children);
    const { width, height } = drawing().viewBox.baseVal;
    const [xs, ys] = ["x", "y"].map((axis) => tokens.map((token) => Number(buttonOf(token).dataset[axis])));
    const span = (all) => Math.max(...all) - Math.min(...all);
    const size = Math.min(width, height, Math.max(LENS, span(xs) + ROOM, span(ys) + ROOM));
    const start = (all, most) => Math.max(0, Math.min(most - size, Math.min(...all) + span(all) / 2 - size / 2));
    lens.setAttribute("viewBox", [start(xs, width), start(ys, height), size, size].join(" "));
  }

  /* Whether the places lie so close together that a finger may take one for another. */
  function narrow() {
    return matchMedia("(pointer: coarse)").matches && gap() * scale() < FINGER;
  }

  /* Whether the finger may have meant another place than the one it came down on. */
  function doubtful(button) {
    return finger !== null && inReach(finger, TIP / scale()).some((other) => other !== button);
  }

  const scale = () => drawing().getBoundingClientRect().width / drawing().viewBox.baseVal.width; // pixels of a board unit

  const away = (point, { dataset }) => Math.hypot(dataset.x - point.x, dataset.y - point.y);

  /* The places that may be chosen within some board units of a point, the nearest first. */
  function inReach(point, units) {
    const near = buttons().filter((button) => free(button) && away(point, button) < units);
    return near.sort((one, other) => away(point, one) - away(point, other));
  }

  /* Board units between the two places that lie closest together. */
  function gap() {
    const points = buttons().map(({ dataset }) => ({ x: Number(dataset.x), y: Number(dataset.y) }));
    const pairs = points.flatMap((one, at) => points.slice(at + 1).map(({ x, y }) => Math.hypot(x - one.x, y - one.y)));
    return Math.min(...pairs);
  }

  /* Where in a drawing, in board units, something was clicked. */
  function pointIn(shown, { clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(shown.getScreenCTM().inverse());
  }

  /* What pressing a place means: nothing, a first press to be confirmed, or the move. True if it is sent. */
  function pressed(button) {
    if (sending !== null) return false;
    const token = tokenOf(button);
    looked = token;
    if (!free(button)) {
      if (form().dataset.explain === "yes") return !again(token); // the answer says why not
      point(token);
      return false;
    }
    const asked = confirming || (clicks().length > 0 && narrow()) || doubtful(button);
    if (asked && form().dataset.confirm !== "no" && chosen !== token) {
      choose(token);
      return false;
    }
    return true;
  }

  /* Whether a press goes with the last one on a place that was played: a double click, a key that is held. */
  function again(token) {
    const follows = token === sent && performance.now() - clicked < TWICE;
    if (follows) clicked = performance.now();
    return follows;
  }

  /* A finger that just misses a place that may be chosen means that one. */
  function meant(token) {
    if (!signs || finger === null || free(buttonOf(token)) || signs.at[token]) return token;
    const [nearest] = inReach(finger, REACH * gap());
    return nearest ? tokenOf(nearest) : token;
  }

  function draft(text) {
    document.dispatchEvent(new CustomEvent("partida:borrador", { detail: text }));
  }

  document.addEventListener("click", (event) => {
    const hit = event.target.closest?.("#tablero [data-token]");
    if (hit && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      column = null;
      finger = event.pointerType === "touch" ? pointIn(drawing(), event) : null;
      const button = buttonOf(meant(hit.dataset.token));
      button?.focus({ preventScroll: true });
      button?.click();
      finger = null;
    }
    // Under the magnifying glass another place may be chosen instead.
    const lens = chosen !== null && event.target.closest?.("#envio .lens");
    if (!lens) return;
    const [other] = inReach(pointIn(lens, event), REACH * gap()).filter((button) => button.name !== "elegir");
    if (other) choose(tokenOf(other));
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "jugar") return;
    const button = event.submitter;
    const place = button?.id.startsWith("b-");
    const drafts = button?.name === "elegir" && free(button); // shows what is clicked so far, and plays nothing
    if (!drafts && (!place || pressed(button))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!drafts) return;
    if (chosen !== null) choose(null);
    anticipate(button.value);
    draft(button.value);
  }, true);

  document.addEventListener("keydown", (event) => {
    const button = event.target.closest?.("#jugar button");
    if (!button) return;
    if (event.key === "Escape" && chosen !== null) choose(null);
    else if (event.key === "Escape" && game()?.dataset.draft) draft("");
    const direction = ARROWS[event.key];
    if (!direction) column = null;
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = neighbour(button, direction);
    if (!next) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    home = tokenOf(next);
    next.focus({ preventScroll: true });
  });

  document.addEventListener("focusin", (event) => {
    const button = event.target.closest?.("#jugar button");
    const seen = button?.matches(":focus-visible") ? tokenOf(button) : null;
    if (button) home = tokenOf(button);
    show("focus", seen, true);
    preview(seen);
  });

  document.addEventListener("focusout", () => {
    show("focus", null, true);
    preview(null);
  });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const hit = event.target.closest?.("#tablero [data-token]");
    if (hit) preview(hit.dataset.token);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.target.closest?.("#tablero [data-token]")) preview(null);
  });

  document.addEventListener("change", (event) => {
    if (event.target.id !== "confirmar-siempre") return;
    confirming = event.target.checked;
    choose(null);
    try {
      localStorage.setItem(CONFIRM, confirming ? "yes" : "no");
    } catch {
      return;
    }
  });

  /* live.js tells when a move leaves and when it is stored or has failed. */
  document.addEventListener("tablero:enviando", (event) => {
    sending = event.detail;
    [sent, clicked] = [sending, performance.now()];
    show("sending", sending);
  });

  document.addEventListener("tablero:listo", () => {
    sending = null;
    show("sending", null);
    if (chosen !== null) choose(null);
  });

  document.addEventListener("tablero:jugar", () => {
    const button = chosen !== null && buttonOf(chosen);
    if (button) form().requestSubmit(button);
  });

  document.addEventListener("tablero:dejar", () => {
    const button = chosen !== null && buttonOf(chosen);
    choose(null);
    if (clicks().length) draft("");
    if (button) button.focus({ preventScroll: true });
  });

  document.addEventListener("htmx:after:swap", arrange);
  document.addEventListener("tablero:nuevo", arrange);
  document.addEventListener("DOMContentLoaded", arrange);
})();
