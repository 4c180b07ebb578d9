/* The rules of Gusano, for two people without a server. A state is a frozen value; the tests play it against
   engines/gusano/rules.py. `card`: engines/gusano/script.py. */
(() => {
  "use strict";

  const FAR = 1.75; // board units between neighbours beyond which a step goes over a glued side

  const DRAWN = ".worm, .worm-edge, .worm-back, .worm-head, .eye, .pupil, .eyelid, .bead, .tail";

  const exits = (card, path) => card.cells[path.at(-1)].near.filter((cell) => !path.includes(cell));

  /* A round ends when the head has no way on, and so do those after it that cannot begin. */
  function settled(card, finished, path) {
    while (path.length && !exits(card, path).length) {
      finished = [...finished, path];
      path = finished.length < card.rounds ? [card.start] : [];
    }
    return { finished, path };
  }

  const start = (card) => settled(card, [], [card.start]);

  const moves = (card, { path }) => (path.length ? exits(card, path).sort() : []);

  const worm = ({ finished }) => finished.length % 2;

  /* The bird fills the first cell after the start, then they alternate; roles change from round to round. */
  function turn(card, state) {
    if (!state.path.length) return null;
    return state.path.length % 2 ? 1 - worm(state) : worm(state);
  }

  function play(card, state, cell) {
    if (!moves(card, state).includes(cell)) throw new Error(cell);
    return settled(card, state.finished, [...state.path, cell]);
  }

  /* Why a cell of the board may not be filled. */
  function refusal(card, { path }, [cell]) {
    if (!path.length) return ["game-over", {}];
    if (!(cell in card.cells)) return ["blocked", { cell }];
    if (path.includes(cell)) return ["already-filled", { cell }];
    return ["not-next-to-head", { cell, head: path.at(-1) }];
  }

  function score(card, { finished, path }) {
    const totals = [0, 0];
    [...finished, path].forEach((cells, round) => {
      for (const cell of cells) totals[round % 2] += card.cells[cell].worth;
    });
    return totals;
  }

  function winner(card, state) {
    const [first, second] = score(card, state);
    return card.rounds === 1 || first === second ? null : Number(second > first);
  }

  /* The worm as strokes from cell to cell; where a step goes over a glued side it is cut. */
  function strokes(card, path) {
    const ats = path.map((cell) => card.cells[cell].at);
    return ats.map(([x, y], place) => {
      const [px, py] = ats[place - 1] ?? [Infinity, Infinity];
      const cut = !place || (!card.crossed && Math.hypot(x - px, y - py) > FAR);
      return `${cut ? "M" : "L"}${x},${y}`;
    }).join(" ");
  }

  function paint(card, state) {
    const path = state.path.length ? state.path : state.finished.at(-1);
    const shapes = {};
    for (const cell of Object.keys(card.cells)) {
      const kind = cell === path.at(-1) ? "head" : path.includes(cell) ? "body" : "free";
      shapes[`polygon-${cell}`] = shapes[`path-${cell}`] = `cell ${kind}${card.cells[cell].worth < 0 ? " debt" : ""}`;
      shapes[`circle-${cell}`] = "spot";
    }
    const build = card.crossed ? " thin" : Math.min(...path.map((cell) => card.cells[cell].room)) < 0.4 ? " slim" : "";
    const [x, y] = card.cells[path.at(-1)].at;
    const radius = Math.min(0.33, 0.8 * card.cells[path.at(-1)].room);
    const extra = [
      ["path", { class: `worm${build}`, d: strokes(card, path) }],
      ["path", { class: `worm-back${build}`, d: strokes(card, path) }],
      ["circle", { class: "worm-head", cx: x, cy: y, r: radius }],
      ...[-1, 1].flatMap((side) => [
        ["circle", { class: "eye", cx: x + side * 0.4 * radius, cy: y - 0.2 * radius, r: 0.3 * radius }],
        ["circle", { class: "pupil", cx: x + side * 0.4 * radius, cy: y - 0.2 * radius, r: 0.16 * radius }],
      ]),
    ];
    return { shapes, initials: {}, extra };
  }

  /* For the sentence about the round: its number, how many there are, and who is the worm, counted from 1. */
  const round = (card, state) => (state.path.length ? [state.finished.length + 1, card.rounds, worm(state) + 1] : null);

  (window.rules ??= {}).gusano = { start, moves, turn, play, score, winner, refusal, paint, round, drawn: DRAWN };
})();
