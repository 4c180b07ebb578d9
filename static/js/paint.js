/* Moves that arrive together are painted one after the other: what the later ones changed on the board stays
   hidden for a moment. Any key or tap shows everything at once. Knows no game. */
(() => {
  "use strict";

  const STEP = 180; // ms from one move to the next
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const section = () => document.getElementById("partida");

  let shown = Number(section().dataset.last); // moves that are painted or wait to be
  let due = []; // [time, tokens] of the moves that wait, the earliest first
  let timer = 0;

  /* Hide what waits, show what is due, and come back when the next one is. */
  function paint() {
    clearTimeout(timer);
    const now = performance.now();
    due = due.filter(([time]) => time > now);
    const hidden = new Set(due.flatMap(([, tokens]) => tokens));
    for (const shape of section().querySelectorAll("#tablero [id]")) {
      shape.classList.toggle("waiting", hidden.has(shape.id.slice(shape.id.lastIndexOf("-") + 1)));
    }
    if (due.length) timer = setTimeout(paint, due[0][0] - now);
  }

  function skip() {
    if (!due.length) return;
    due = [];
    paint();
  }

  function arrived() {
    const { live, last, steps } = section().dataset;
    const before = shown;
    shown = Number(last);
    if (live !== "yes" || shown < before || still.matches) {
      skip();
      return;
    }
    let time = due.length ? due[due.length - 1][0] : performance.now() - STEP;
    for (const step of steps.split(" ")) {
      const [ply, tokens] = step.split(":");
      if (Number(ply) <= before) continue;
      time += STEP;
      due.push([time, tokens.split("+")]);
    }
    if (due.length) paint();
  }

  document.addEventListener("htmx:after:swap", arrived);
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);
})();
