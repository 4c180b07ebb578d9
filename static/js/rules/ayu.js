/* The rules of Ayu, for two people without a server. A state is a frozen value: `cells` holds a character for each point,
   row by row from a1 (`.`, `b` or `w`). The tests play it against engines/ayu/. `card`: engines/ayu/script.py. */
(() => {
  "use strict";

  const COLOURS = ["black", "white"];
  const MARKS = "bw";
  const RADII = { stone: 0.44, point: 0.14 };
  const FEW = 4; // as many targets are named one by one
  const boards = new Map(); // by size: names of points and, for each, the points next to it
  const known = new WeakMap(); // by state: how the units of each colour stand

  function board({ size }) {
    if (!boards.has(size)) {
      const all = [...Array(size * size).keys()];
      const names = all.map((point) => "abcdefghijklmno"[point % size] + (Math.floor(point / size) + 1));
      const near = all.map((point) => [
        ...(point >= size ? [point - size] : []),
        ...(point % size ? [point - 1] : []),
        ...((point + 1) % size ? [point + 1] : []),
        ...(point + size < size * size ? [point + size] : []),
      ]);
      boards.set(size, { names, near, index: new Map(names.map((name, point) => [name, point])) });
    }
    return boards.get(size);
  }

  /* The points of `within` (a test) that are connected to `start`. */
  function flood(near, start, within) {
    const reached = new Set([start]);
    for (const point of reached) for (const next of near[point]) if (within(next)) reached.add(next);
    return reached;
  }

  /* The units of a colour, in the order of their lowest points. Each: its stones; its distance, the number of empty points
     on a shortest path to another one (null without a path); the units at that distance; the points of the paths; and
     those of them next to the unit, with which a stone of it comes closer. */
  function standing(card, state, colour) {
    if (!known.has(state)) known.set(state, [0, 1].map((each) => stand(card, state, each)));
    return known.get(state)[colour];
  }

  function stand(card, { cells }, colour) {
    const { near } = board(card);
    const unitAt = new Map();
    const units = [];
    for (let point = 0; point < cells.length; point += 1) {
      if (cells[point] !== MARKS[colour] || unitAt.has(point)) continue;
      const stones = flood(near, point, (next) => cells[next] === MARKS[colour]);
      for (const stone of stones) unitAt.set(stone, units.length);
      units.push(stones);
    }
    return units.map((stones, number) => ({ stones, ...bound(near, cells, units, unitAt, number) }));
  }

  function bound(near, cells, units, unitAt, number) {
    const layers = [];
    const reached = new Set(units[number]);
    const strange = (point) => unitAt.has(point) && unitAt.get(point) !== number;
    const beside = (points) => new Set([...points].flatMap((point) => near[point]));
    for (let front = reached; ;) {
      front = new Set([...beside(front)].filter((point) => cells[point] === "." && !reached.has(point)));
      if (!front.size) return { distance: null, nearest: [], paths: new Set(), ends: [] };
      layers.push(front);
      for (const point of front) reached.add(point);
      if ([...beside(front)].some(strange)) break;
    }
    // Walk back from what was reached, keeping of each layer only what leads there.
    let ends = new Set([...layers.at(-1)].filter((point) => near[point].some(strange)));
    const nearest = [...new Set([...beside(ends)].filter(strange).map((point) => unitAt.get(point)))];
    const paths = new Set(ends);
    for (const layer of layers.slice(0, -1).reverse()) {
      const before = beside(ends);
      ends = new Set([...layer].filter((point) => before.has(point)));
      for (const point of ends) paths.add(point);
    }
    return { distance: layers.length, nearest, paths, ends: [...ends] };
  }

  /* Whether a unit is of one piece after a stone of it went to a point. */
  function holds(near, stones, stone, target) {
    const after = new Set(stones);
    after.delete(stone);
    after.add(target);
    return flood(near, target, (point) => after.has(point)).size === after.size;
  }

  function relocations(card, state) {
    const { near } = board(card);
    const found = [];
    for (const { stones, ends } of standing(card, state, state.colour)) {
      for (const target of ends) {
        for (const stone of stones) if (holds(near, stones, stone, target)) found.push([stone, target]);
      }
    }
    return found;
  }

  const canMove = (card, state) => standing(card, state, state.colour).some(({ ends }) => ends.length);
  const seatOf = (state, colour) => (state.swapped ? 1 - colour : colour);
  const unitAt = (card, state, point) => {
    const colour = MARKS.indexOf(state.cells[point]);
    return colour < 0 ? null : { colour, unit: standing(card, state, colour).find(({ stones }) => stones.has(point)) };
  };

  const start = ({ cells, colour, pie }) => ({ cells, colour, swapped: false, pie, offered: false });

  function moves(card, state) {
    const { names } = board(card);
    const found = relocations(card, state).map(([stone, target]) => `${names[stone]}-${names[target]}`);
    if (state.offered && found.length) found.push("swap");
    return found.sort();
  }

  const turn = (card, state) => (canMove(card, state) ? seatOf(state, state.colour) : null);

  function play(card, state, move) {
    if (!moves(card, state).includes(move)) throw new Error(move);
    if (move === "swap") return { ...state, swapped: !state.swapped, pie: false, offered: false };
    const [stone, target] = move.split("-").map((name) => board(card).index.get(name));
    const cells = [...state.cells];
    [cells[stone], cells[target]] = [".", cells[stone]];
    const offered = state.pie && state.colour === 0; // after Black's first move, and only then, White may swap
    return { ...state, cells: cells.join(""), colour: 1 - state.colour, pie: state.pie && !offered, offered };
  }

  /* Who has no move at the start of a turn wins. */
  const winner = (card, state) => seatOf(state, state.colour);

  const reason = (card, state) => (standing(card, state, state.colour).length < 2 ? "one-unit" : "no-open-path");

  /* What is compared to find a position again. */
  const key = (card, { cells, colour, swapped }) => [cells, colour, swapped].join(" ");

  const roles = (card, { swapped }) => (swapped ? [...COLOURS].reverse() : COLOURS);

  /* Why clicks begin no move: a code of the card with its detail. */
  function refusal(card, state, clicks) {
    const { names, index, near } = board(card);
    if (clicks.length === 1 && index.has(clicks[0])) return stuck(card, state, clicks[0]);
    if (!canMove(card, state)) return ["game-over", {}];
    if (clicks.length === 1 && clicks[0] === "swap") return ["no-swap", {}];
    if (clicks.length !== 2 || !clicks.every((name) => /^[a-zA-Z0-9]+$/.test(name))) return ["not-a-move", {}];
    const missing = clicks.find((name) => !index.has(name));
    if (missing !== undefined) return ["no-such-point", { point: missing.slice(0, 8), last: names.at(-1) }];
    const [stone, target] = clicks.map((name) => index.get(name));
    const found = unitAt(card, state, stone);
    const mine = found?.colour === state.colour;
    const detail = { stone: clicks[0], target: clicks[1], count: mine ? found.unit.stones.size : 0 };
    if (!mine) return [found ? "their-stone" : "no-stone", detail];
    const { stones, distance: before } = found.unit;
    const all = standing(card, state, state.colour);
    if (before === null) return [all.length === 1 ? "already-one" : "no-path", detail];
    if (state.cells[target] !== ".") return ["occupied", detail];
    if (!near[target].some((point) => stones.has(point))) return ["not-beside", detail];
    if (!holds(near, stones, stone, target)) return ["splits", detail];
    const cells = [...state.cells];
    [cells[stone], cells[target]] = [".", cells[stone]];
    const { unit } = unitAt(card, { ...state, cells: cells.join("") }, target);
    return ["not-closer", { ...detail, before, after: unit.distance }];
  }

  /* Why the stone on a point cannot move anywhere: the first rule that keeps it there. */
  function stuck(card, state, name) {
    const found = unitAt(card, state, board(card).index.get(name));
    if (found?.colour !== state.colour) return [found ? "their-stone" : "no-stone", { stone: name }];
    if (found.unit.distance !== null) return ["must-stay", { stone: name }];
    return [standing(card, state, state.colour).length === 1 ? "already-one" : "no-path", { stone: name }];
  }

  /* What a move did. */
  function events(card, before, move, after) {
    if (move === "swap") return [["swapped", {}]];
    const [stone, target] = move.split("-");
    const facts = [["moved", { stone, target }]];
    const left = standing(card, after, before.colour).length;
    const joined = standing(card, before, before.colour).length - left;
    const { unit } = unitAt(card, after, board(card).index.get(target));
    if (joined) facts.push(["joined", { count: joined + 1, left }]);
    else if (unit.distance !== null) facts.push(["closer", { before: unit.distance + 1, after: unit.distance }]);
    if (turn(card, after) === null) facts.push(["stuck", {}]);
    else if (left === 1) facts.push(["united", {}]);
    return facts;
  }

  /* What the clicks so far show: the unit of the first one, the nearest of its colour, the empty points between, and the
     points where the stone may go, each with the distance that its unit would then have. */
  function selection(card, state, [name]) {
    const { names, index } = board(card);
    const found = index.has(name) ? unitAt(card, state, index.get(name)) : null;
    if (!found) return { facts: [], marks: {}, labels: {} };
    const named = (points) => [...points].map((point) => names[point]);
    const { colour, unit } = found;
    const every = standing(card, state, colour);
    const detail = { colour: COLOURS[colour], seat: seatOf(state, colour), count: unit.stones.size };
    const marks = { unit: named(unit.stones) };
    if (unit.distance === null) {
      return { facts: [[every.length === 1 ? "unit-alone" : "unit-no-path", detail]], marks, labels: {} };
    }
    marks.nearest = unit.nearest.flatMap((place) => named(every[place].stones));
    marks.path = named(unit.paths);
    const facts = [["unit", { ...detail, distance: unit.distance, nearest: unit.nearest.length }]];
    if (colour !== state.colour) return { facts, marks, labels: {} };
    const stone = index.get(name);
    const targets = unit.ends.filter((target) => holds(board(card).near, unit.stones, stone, target)).sort((a, b) => a - b);
    if (!targets.length) return { facts: [...facts, ["must-stay", { stone: name }]], marks, labels: {} };
    marks.target = named(targets);
    const after = unit.distance - 1;
    const few = targets.length <= FEW ? marks.target.join(" ") : "";
    facts.push([after ? "comes-to" : "joins-here", { after, count: targets.length, targets: few }]);
    return { facts, marks, labels: Object.fromEntries(marks.target.map((target) => [target, String(after)])) };
  }

  /* What every point is for somebody who hears it: a code and its detail. */
  function places(card, state) {
    const { names } = board(card);
    return Object.fromEntries(names.map((point, number) => {
      const found = unitAt(card, state, number);
      if (!found) return [point, ["empty", { point }]];
      const { stones, distance } = found.unit;
      return [point, [COLOURS[found.colour], { point, stones: stones.size, distance: distance ?? -1 }]];
    }));
  }

  function paint(card, { cells }) {
    const { names } = board(card);
    const colours = names.map((name, point) => MARKS.indexOf(cells[point]));
    const kind = (colour) => (colour < 0 ? "point" : `stone ${COLOURS[colour]} carried`);
    return {
      shapes: Object.fromEntries(names.map((name, point) => [`circle-${name}`, kind(colours[point])])),
      radii: Object.fromEntries(names.map((name, point) => [`circle-${name}`, RADII[colours[point] < 0 ? "point" : "stone"]])),
      initials: {},
      extra: [],
    };
  }

  (window.rules ??= {}).ayu = {
    start, moves, turn, play, winner, reason, key, roles, refusal, events, selection, places, paint,
  };
})();
