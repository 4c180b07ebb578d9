/* The board: a click on the drawing presses the button of the same place, arrow keys move among the buttons by
   where they lie, and the place with focus or under the pointer is shown on the drawing. Knows no game. */
(() => {
  "use strict";

  document.documentElement.classList.add("js");

  const CONFIRM = "ingenio.confirmar";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const NEAR = 1e-6; // board units that count as nothing

  let column = null; // where going up and down began
  let home = null; // token of the place that Tab reaches
  let chosen = null; // token clicked once, where moves are confirmed
  let sending = null; // token on its way to the server

  const form = () => document.getElementById("jugar");
  const buttons = () => [...(form()?.querySelectorAll("button") ?? [])];
  const tokenOf = (button) => button.id.slice(2);
  const buttonOf = (token) => document.getElementById("b-" + token);
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
    const drawing = document.getElementById("tablero");
    if (!drawing) return;
    for (const shape of drawing.querySelectorAll("." + mark)) shape.classList.remove(mark);
    if (token === null) return;
    const found = onHit
      ? drawing.querySelectorAll(`[data-token="${CSS.escape(token)}"]`)
      : drawing.querySelectorAll(`[id$="-${CSS.escape(token)}"]`);
    for (const shape of found) (shape.matches("a") ? shape.firstElementChild : shape).classList.add(mark);
  }

  function preview(token) {
    const button = token === null ? null : buttonOf(token);
    show("aim", button && free(button) ? token : null);
  }

  /* After the page is shown and after every swap: lay the buttons over the drawing, one of them for Tab. */
  function arrange() {
    const drawing = document.getElementById("tablero");
    const all = buttons();
    if (!drawing || !all.length) return;
    const { width, height } = drawing.viewBox.baseVal;
    for (const button of all) {
      button.style.left = `${(100 * button.dataset.x) / width}%`;
      button.style.top = `${(100 * button.dataset.y) / height}%`;
    }
    const stop = (home && buttonOf(home)) || all.find(free) || all[0];
    home = tokenOf(stop);
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    if (chosen !== null && !(buttonOf(chosen) && free(buttonOf(chosen)))) choose(null);
    show("chosen", chosen);
    const focused = document.activeElement?.closest("#jugar button");
    show("focus", focused?.matches(":focus-visible") ? tokenOf(focused) : null, true);
    preview(focused?.matches(":focus-visible") ? tokenOf(focused) : null);
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

  function choose(token) {
    chosen = token;
    show("chosen", token);
    document.dispatchEvent(new CustomEvent("tablero:elegida", { detail: token && buttonOf(token) }));
  }

  /* What pressing a place means: nothing, a first click to be confirmed, or the move. True if it is the move. */
  function pressed(button) {
    if (!free(button) || sending !== null) return false;
    const token = tokenOf(button);
    if (confirming && form().dataset.confirm !== "no" && chosen !== token) {
      choose(token);
      return false;
    }
    return true;
  }

  document.addEventListener("click", (event) => {
    const hit = event.target.closest?.("#tablero [data-token]");
    if (hit && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      column = null;
      const button = buttonOf(hit.dataset.token);
      button?.focus({ preventScroll: true });
      button?.click();
    }
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "jugar") return;
    const button = event.submitter;
    if (button?.id.startsWith("b-") && !pressed(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("keydown", (event) => {
    const button = event.target.closest?.("#jugar button");
    if (!button) return;
    if (event.key === "Escape" && chosen !== null) choose(null);
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

  document.addEventListener("htmx:after:swap", arrange);
  document.addEventListener("tablero:nuevo", arrange);
  document.addEventListener("DOMContentLoaded", arrange);
})();
