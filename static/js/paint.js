/* Moves that arrive together are painted one after the other: what the later ones changed on the board stays
   hidden for a moment. A piece that went its way place by place is seen to go it, and what it put elsewhere
   follows. Any key or tap shows everything at once. Knows no game. */
(() => {
  "use strict";

  const STEP = 180; // ms from one move to the next
  const FOOT = 130; // ms from one place of a way to the next
  const LONGEST = 280; // ms of a whole way, however long
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const section = () => document.getElementById("partida");

  let shown = Number(section().dataset.last); // moves that are painted or wait to be
  let due = []; // [time, tokens] of the moves that wait, the earliest first
  let timer = 0;
  let going = []; // animations of pieces on their way

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

  const middle = (token) => {
    const { x, y } = document.getElementById("b-" + token).dataset;
    return [Number(x), Number(y)];
  };

  /* Let the pieces of a move go their ways, from `delay` on. Gives the time at which the last has arrived. */
  function go(ways, delay) {
    for (const way of ways) {
      const token = way.at(-1);
      const [left, top] = middle(token);
      const frames = way.map(middle).map(([x, y]) => ({ transform: `translate(${x - left}px, ${y - top}px)` }));
      const duration = Math.min(FOOT * (way.length - 1), LONGEST);
      for (const shape of section().querySelectorAll(`#tablero .carried[id$="-${CSS.escape(token)}"]`)) {
        going.push(shape.animate(frames, { delay, duration, fill: "backwards" }));
      }
      delay += duration;
    }
    return delay;
  }

  function skip() {
    for (const each of going) each.cancel();
    going = [];
    if (!due.length) return;
    due = [];
    paint();
  }

  function arrived() {
    const { live, last, steps, ways } = section().dataset;
    const before = shown;
    shown = Number(last);
    if (live !== "yes" || shown < before || still.matches) {
      skip();
      return;
    }
    const now = performance.now();
    const travelled = new Map(ways.split(" ").map((each) => each.split(":")));
    let time = due.length ? due[due.length - 1][0] : now - STEP;
    for (const step of steps.split(" ")) {
      const [ply, tokens] = step.split(":");
      if (Number(ply) <= before) continue;
      time += STEP;
      due.push([time, tokens.split("+")]);
      const way = travelled.get(ply);
      if (way) time = now + go(way.split(",").map((each) => each.split("+")), time - now);
    }
    if (due.length) paint();
  }

  document.addEventListener("htmx:after:swap", arrived);
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);
})();
