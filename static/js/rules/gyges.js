/* The rules of Gygès, for two people without a server. A state is a frozen value: `cells` holds a digit for each cell, row
   by row from a1: the rings of its piece, 0 for none. The tests play it against engines/gyges/. `card`:
   engines/gyges/script.py. */
(() => {
  "use strict";

  const SIZE = 6;
  const CELLS = SIZE * SIZE;
  const GOALS = [CELLS, CELLS + 1]; // the goal that each seat plays for
  const ALL = [...Array(CELLS).keys()];
  const NAMES = ALL.map((cell) => "abcdef"[cell % SIZE] + (Math.floor(cell / SIZE) + 1));
  const INDEX = new Map(NAMES.map((name, cell) => [name, cell]));
  const KINDS = ["1", "2", "3"];
  const EMPTY_ROW = "0".repeat(SIZE);
  const rowOf = (cell) => Math.floor(cell / SIZE);
  const bit = (cell) => 1n << BigInt(cell);

  const NEIGHBOURS = ALL.map((cell) => [
    ...(cell >= SIZE ? [cell - SIZE] : []),
    ...(cell % SIZE ? [cell - 1] : []),
    ...((cell + 1) % SIZE ? [cell + 1] : []),
    ...(cell + SIZE < CELLS ? [cell + SIZE] : []),
  ]);
  const LINKS = new Map(); // by two neighbouring cells, the lower one first: a bit of a mask
  for (const cell of ALL) for (const near of NEIGHBOURS[cell]) if (cell < near) LINKS.set(cell * CELLS + near, bit(LINKS.size));
  const link = (one, other) => LINKS.get(Math.min(one, other) * CELLS + Math.max(one, other));

  /* Every way of so many steps from a cell: `cells` stepped on, the links used, none twice, and the cells between. */
  function* legsOf(cell, steps, cells = [], links = 0n) {
    const between = cells.reduce((mask, each) => mask | bit(each), 0n);
    const row = rowOf(cell);
    if (steps === 1 && (row === 0 || row === SIZE - 1)) {
      yield { cells: [...cells, GOALS[row ? 0 : 1]], links, between };
    }
    for (const near of NEIGHBOURS[cell]) {
      const used = links | link(cell, near);
      if (used === links) continue;
      if (steps === 1) yield { cells: [...cells, near], links: used, between };
      else yield* legsOf(near, steps - 1, [...cells, near], used);
    }
  }

  const LEGS = ALL.map((cell) => [[], ...KINDS.map((rings) => [...legsOf(cell, Number(rings))])]);
  const endOf = ({ cells }) => cells.at(-1);
  const nameOf = (cell) => (cell < CELLS ? NAMES[cell] : "goal");
  const named = (cells) => [...cells].map(nameOf);
  const rings = (state, cell) => Number(state.cells[cell]);
  const known = new WeakMap(); // by state: what was found out about it

  function once(state, what, find) {
    if (!known.has(state)) known.set(state, new Map());
    const found = known.get(state);
    if (!found.has(what)) found.set(what, find());
    return found.get(what);
  }

  /* How a piece goes. */

  /* Whether a piece from `start` that lands in a cell stands on another piece. */
  const bounces = (state, start, cell) => cell < CELLS && cell !== start && state.cells[cell] !== "0";

  /* The legs that a piece from `start` may take from a landing, after the links in `used`. */
  function legsFrom(state, start, cell, used) {
    const closed = once(state, "closed", () => ALL.reduce((mask, each) => (rings(state, each) ? mask | bit(each) : mask), 0n));
    const barred = closed & ~bit(start);
    const home = GOALS[1 - state.mover];
    return LEGS[cell][rings(state, cell)].filter((leg) => !(leg.links & used) && !(leg.between & barred) && endOf(leg) !== home);
  }

  /* Every landing from which the piece in `start` may go on, with the links used till then: its start and the pieces on
     which it may bounce. A second bounce on a piece adds no landing. */
  function waysOf(state, start) {
    const ways = [{ cell: start, used: 0n, before: new Set() }];
    const seen = new Set([`${start} 0`]);
    for (const { cell, used, before } of ways) {
      for (const leg of legsFrom(state, start, cell, used)) {
        const [end, links] = [endOf(leg), used | leg.links];
        if (!bounces(state, start, end) || before.has(end) || seen.has(`${end} ${links}`)) continue;
        seen.add(`${end} ${links}`);
        ways.push({ cell: end, used: links, before: new Set([...before, end]) });
      }
    }
    return ways;
  }

  function landings(state, start) {
    return new Set(waysOf(state, start).flatMap(({ cell, used }) => legsFrom(state, start, cell, used).map(endOf)));
  }

  const piecesIn = (state, row) => ALL.filter((cell) => rowOf(cell) === row && rings(state, cell));
  const rows = (seat) => (seat ? [5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5]);
  const occupied = (state, seat) => rows(seat).filter((row) => piecesIn(state, row).length);

  /* Every piece that may be moved, with where it may end: those of the nearest row in which any can. */
  function ends(card, state) {
    if (state.scored || state.toPlace) return new Map();
    return once(state, "ends", () => {
      const legal = (start, end) => (end === start ? card.back : card.replace || !bounces(state, start, end));
      for (const row of occupied(state, state.mover)) {
        const found = piecesIn(state, row).map((start) => [start, [...landings(state, start)].filter((end) => legal(start, end))]);
        const movable = found.filter(([, all]) => all.length);
        if (movable.length) return new Map(movable.map(([start, all]) => [start, new Set(all)]));
      }
      return new Map();
    });
  }

  /* Where a piece that one from `start` replaces may be put: up to the opponent's nearest row that is not empty. */
  function drops(state, start) {
    const [limit] = occupied(state, 1 - state.mover);
    const behind = (cell) => (state.mover ? rowOf(cell) < limit : rowOf(cell) > limit);
    return ALL.filter((cell) => (!rings(state, cell) || cell === start) && !behind(cell));
  }

  /* Positions and moves. */

  const start = ({ cells, mover, toPlace }) => ({ cells, mover, toPlace, scored: 0 });

  function* rowsOf(row, left) {
    if (row.length === SIZE) yield row;
    for (const kind of KINDS) if (left[kind]) yield* rowsOf(row + kind, { ...left, [kind]: left[kind] - 1 });
  }

  const ROWS = [...rowsOf("", { 1: 2, 2: 2, 3: 2 })];

  function moves(card, state) {
    if (state.scored) return [];
    if (state.toPlace) return ROWS;
    return once(state, "moves", () => [...ends(card, state)].flatMap(([from, all]) => {
      const puts = drops(state, from).map((cell) => NAMES[cell]);
      return [...all].flatMap((end) => {
        const move = `${NAMES[from]}-${nameOf(end)}`;
        return bounces(state, from, end) ? puts.map((put) => `${move}-${put}`) : [move];
      });
    }).sort());
  }

  const turn = (card, { mover, scored }) => (scored ? null : mover);
  const winner = (card, { mover }) => mover;
  const reason = () => "goal";
  const key = (card, { cells, mover, toPlace, scored }) => [cells, mover, toPlace, scored].join(" ");

  function play(card, state, move) {
    if (!moves(card, state).includes(move)) throw new Error(move);
    const { mover } = state;
    if (state.toPlace) {
      const cells = mover ? state.cells.slice(0, -SIZE) + move : move + state.cells.slice(SIZE);
      return { ...state, cells, mover: 1 - mover, toPlace: state.toPlace - 1 };
    }
    const [from, to, put] = move.split("-").map((name) => INDEX.get(name));
    const cells = [...state.cells];
    const piece = cells[from];
    cells[from] = "0";
    if (to === undefined) return { ...state, cells: cells.join(""), scored: Number(piece) };
    if (put !== undefined) cells[put] = cells[to];
    cells[to] = piece;
    return { ...state, cells: cells.join(""), mover: 1 - mover };
  }

  /* For everywhere the piece in `start` may land, a route with the fewest steps and of those with the fewest bounces. */
  function shortest(state, from) {
    return once(state, `from ${from}`, () => {
      const found = new Map();
      const layers = new Map([[0, [{ cells: [from], bounced: [], landed: 0, used: 0n }]]]);
      const seen = new Set();
      for (let steps = 0; layers.size; steps += 1) {
        const layer = (layers.get(steps) ?? []).sort((one, other) => one.landed - other.landed);
        layers.delete(steps);
        for (const { cells, bounced, landed, used } of layer) {
          const end = cells.at(-1);
          if (steps) {
            if (!found.has(end)) found.set(end, { cells, bounced });
            if (!bounces(state, from, end) || seen.has(`${end} ${used}`) || bounced.includes(end)) continue;
          }
          seen.add(`${end} ${used}`);
          const over = steps ? [...bounced, end] : bounced;
          for (const leg of legsFrom(state, from, end, used)) {
            const onward = { cells: [...cells, ...leg.cells], bounced: over, landed: landed + 1, used: used | leg.links };
            const at = steps + leg.cells.length;
            layers.set(at, [...(layers.get(at) ?? []), onward]);
          }
        }
      }
      return found;
    });
  }

  /* What a move did. */
  function events(card, before, move, after) {
    if (before.toPlace) return [["placed", { row: move }]];
    const [first, last, drop] = move.split("-");
    const from = INDEX.get(first);
    const to = last === "goal" ? GOALS[before.mover] : INDEX.get(last);
    const names = { start: first, rings: rings(before, from) };
    const { bounced } = shortest(before, from).get(to);
    const facts = [];
    if (to >= CELLS) facts.push(["scored", names]);
    else if (to === from) facts.push(["returned", names]);
    else facts.push(["moved", { ...names, end: last }]);
    if (bounced.length) facts.push(["bounced", { count: bounced.length }]);
    if (drop !== undefined) facts.push(["replaced", { rings: rings(before, to), cell: last, drop }]);
    const found = ends(card, after);
    if (found.size) {
      const [nearest, used] = [occupied(after, after.mover)[0], rowOf(Math.min(...found.keys()))];
      if (nearest !== used) facts.push(["next-row", { row: nearest + 1, used: used + 1 }]);
    }
    return facts;
  }

  /* Why clicks begin no move: a code of the card with its detail. */
  function refusal(card, state, clicks) {
    if (state.scored) return ["game-over", {}];
    if (state.toPlace) return ["place-first", {}];
    if (["goal", "home"].includes(clicks[0])) return ["piece-first", {}];
    if (clicks.length > 3) return ["not-a-move", { text: clicks.join("-").slice(0, 20) }];
    return refused(card, state, clicks.length === 1 ? [clicks[0], clicks[0]] : clicks);
  }

  /* The first fault of a move of two or three names, from start to end. */
  function refused(card, state, names) {
    const strange = names.find((name, place) => !INDEX.has(name) && !(place && ["goal", "home"].includes(name)));
    if (strange !== undefined) return ["not-a-cell", { cell: strange.slice(0, 20) }];
    const from = INDEX.get(names[0]);
    if (!rings(state, from)) return ["empty-start", { cell: names[0] }];
    const all = ends(card, state);
    if (!all.has(from)) {
      const [row, active] = [rowOf(from) + 1, rowOf(Math.min(...all.keys())) + 1];
      return row === active ? ["shut-in", { cell: names[0], row }] : ["not-your-row", { cell: names[0], row, active }];
    }
    if (names[1] === "home") return ["own-goal", {}];
    const to = names[1] === "goal" ? GOALS[state.mover] : INDEX.get(names[1]);
    const detail = { start: names[0], end: names[1], rings: rings(state, from) };
    if (!all.get(from).has(to)) return [whyNotThere(state, from, to), detail];
    if (!bounces(state, from, to)) return ["nothing-replaced", detail];
    if (names.length === 2) return ["drop-missing", detail];
    detail.drop = names[2];
    if (["goal", "home"].includes(names[2])) return ["drop-goal", detail];
    if (rings(state, INDEX.get(names[2]))) return ["drop-occupied", detail];
    return ["drop-behind", { ...detail, limit: occupied(state, 1 - state.mover)[0] + 1 }];
  }

  /* Why a piece cannot end where it is sent: the one rule that forbids it, if there is one. */
  function whyNotThere(state, from, to) {
    const ways = waysOf(state, from);
    const there = (leg) => endOf(leg) === to;
    if (ways.some(({ cell, used }) => legsFrom(state, from, cell, used).some(there))) return to === from ? "no-return" : "no-replacing";
    if (LEGS[from][rings(state, from)].some(there)) return "blocked";
    if (withLinksAgain(state, from).has(to)) return "link-twice";
    const last = ways.flatMap(({ cell, used }) => LEGS[cell][rings(state, cell)].filter((leg) => !(leg.links & used)));
    return last.some(there) ? "blocked" : "not-exact";
  }

  /* Where the piece in a cell could land if it might take links any number of times. */
  function withLinksAgain(state, from) {
    const found = new Set();
    const ahead = [[from, rings(state, from)]];
    const seen = new Set(ahead.map(String));
    for (const [cell, left] of ahead) {
      if (rowOf(cell) === (state.mover ? 0 : SIZE - 1) && left === 1) found.add(GOALS[state.mover]);
      for (const near of NEIGHBOURS[cell]) {
        const standing = bounces(state, from, near);
        if (left === 1) found.add(near);
        const onward = left === 1 ? [near, rings(state, near)] : [near, left - 1];
        if ((left === 1) !== standing || seen.has(String(onward))) continue;
        seen.add(String(onward));
        ahead.push(onward);
      }
    }
    return found;
  }

  /* What every place is for somebody who hears it: a code and its detail. */
  function places(card, state) {
    const found = {};
    for (const [seat, name] of [[state.mover, "goal"], [1 - state.mover, "home"]]) {
      found[name] = ["goal", { far: Number(name === "goal"), seat }];
    }
    if (state.scored) found.goal[1].rings = state.scored;
    for (const cell of ALL) {
      const detail = { cell: NAMES[cell] };
      found[NAMES[cell]] = rings(state, cell) ? ["piece", { ...detail, rings: rings(state, cell) }] : ["empty", detail];
    }
    return found;
  }

  /* Drawing: sizes in board units, as in engines/gyges/drawing.py. */

  const SIDE = 0.12;
  const TOP = 0.78;
  const PIECE = 0.39;
  const RADII = [0.3, 0.2, 0.1];
  const WIDTH = SIZE + 2 * SIDE;
  const short = (value) => String(Number(value.toPrecision(6)));
  const centre = (cell) => [SIDE + (cell % SIZE) + 0.5, TOP + SIZE - 1 - rowOf(cell) + 0.5];
  const goalCentre = (seat, x) => [x, (seat ? TOP + SIZE : SIDE) + 0.33];
  const circle = (kind, [cx, cy], r) => ["circle", { class: kind, cx: short(cx), cy: short(cy), r: short(r) }];
  const path = (kind, d) => ["path", { class: kind, d }];
  const line = (points) => points.map(([x, y], place) => `${place ? "L" : "M"}${short(x)},${short(y)}`).join(" ");

  function circles([x, y], radii) {
    const arc = (r, to) => `A${r} ${r} 0 1 0 ${short(to)},${short(y)}`;
    return radii.map((r) => `M${short(x - r)},${short(y)} ${arc(r, x + r)} ${arc(r, x - r)}`).join(" ");
  }

  function piece(at, count, token) {
    const kind = (name) => `${name} carried rings-${count}`;
    const [x, y] = at;
    const text = { class: "digit carried", x: short(x), y: short(y), "font-size": 0.4, "text-anchor": "middle", "dominant-baseline": "central" };
    const owned = ([name, look]) => [name, { ...look, id: `tablero-${name}-${token}` }];
    return [
      owned(circle(kind("piece"), at, PIECE)),
      owned(path(kind("rings"), circles(at, RADII.slice(0, count)))),
      ["text", text, String(count)],
    ];
  }

  function way(state, { cells, bounced }) {
    const points = cells.filter((cell) => cell < CELLS).map(centre);
    const inside = cells.at(-1) >= CELLS;
    if (inside) points.push(goalCentre(state.mover, points.at(-1)[0]));
    return [
      path("route-edge", line(points)),
      path("route", line(points)),
      circle("departure", points[0], 0.1),
      ...bounced.map((cell) => circle("bounce", centre(cell), PIECE + 0.05)),
      circle(inside ? "arrival inside" : "arrival", points.at(-1), 0.16),
    ];
  }

  function endShown(state, from, end) {
    if (end >= CELLS) {
      const up = state.mover ? 1 : -1;
      const y = goalCentre(state.mover, 0)[1];
      const arrow = (x) => line([[x - 0.22, y - up * 0.12], [x, y + up * 0.12], [x + 0.22, y - up * 0.12]]);
      return path("end goal", `${arrow(WIDTH / 2 - 1.1)} ${arrow(WIDTH / 2 + 1.1)}`);
    }
    const at = centre(end);
    if (end === from) return circle("end back", at, PIECE + 0.06);
    if (!rings(state, end)) return circle("end empty", at, 0.14);
    const corner = ([i, j]) => line([[0.24, 0.44], [0.44, 0.44], [0.44, 0.24]].map(([u, v]) => [at[0] + i * u, at[1] + j * v]));
    return path("end piece", [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join(" "));
  }

  /* What clicks show: the pieces that may move; where one can end; where a replaced one may be put. */
  function selection(card, state, clicks) {
    const nothing = { facts: [], marks: {}, labels: {}, shapes: [] };
    const all = ends(card, state);
    if (!clicks.length) {
      const halos = [...all.keys()].map((cell) => circle("halo", centre(cell), PIECE + 0.06));
      return { ...nothing, marks: { movable: named(all.keys()) }, shapes: halos };
    }
    const from = INDEX.get(clicks[0]);
    if (!all.has(from)) return nothing;
    const routes = shortest(state, from);
    if (clicks.length === 1) return chosen(state, from, all, routes);
    const to = clicks[1] === "goal" ? GOALS[state.mover] : INDEX.get(clicks[1]);
    if (!all.get(from).has(to)) return nothing;
    const route = routes.get(to);
    const marks = { moved: [NAMES[from]], bounce: named(route.bounced) };
    const detail = { start: clicks[0], cell: clicks[1], bounces: route.bounced.length };
    const settled = { ...nothing, facts: [["settled", detail]], marks, shapes: way(state, route) };
    if (!bounces(state, from, to)) return settled;
    detail.rings = rings(state, to);
    const puts = drops(state, from);
    if (clicks.length === 3 && puts.includes(INDEX.get(clicks[2]))) return settled;
    const pale = puts.flatMap((cell) => [
      circle("drop", centre(cell), PIECE - 0.06),
      path("drop-rings", circles(centre(cell), RADII.slice(0, detail.rings))),
    ]);
    return {
      ...nothing,
      facts: [["replacing", { ...detail, count: puts.length }]],
      marks: { ...marks, drop: named(puts), displaced: [NAMES[to]] },
      shapes: [...pale, ...way(state, route)],
    };
  }

  function chosen(state, from, all, routes) {
    const own = [...all.get(from)].sort((one, other) => one - other);
    const pieces = own.filter((end) => bounces(state, from, end));
    return {
      facts: [["chosen", { cell: NAMES[from], rings: rings(state, from), ends: own.length }]],
      marks: {
        moved: [NAMES[from]],
        "end-empty": named(own.filter((end) => end < CELLS && !pieces.includes(end))),
        "end-piece": named(pieces),
        "end-goal": named(own.filter((end) => end >= CELLS)),
        bounce: named(new Set(own.flatMap((end) => routes.get(end).bounced))),
        other: named([...all.keys()].filter((cell) => cell !== from && !own.includes(cell))),
      },
      labels: {},
      shapes: own.map((end) => endShown(state, from, end)),
    };
  }

  /* A row that is being placed, as far as `text` has it: what one more click makes of it. Null once rows stand. */
  function arrange(card, state, text) {
    if (!state.toPlace) return null;
    const row = text || EMPTY_ROW;
    const free = row.indexOf("0");
    const put = (place, digit) => row.slice(0, place) + digit + row.slice(place + 1);
    const left = Object.fromEntries(KINDS.map((kind) => [kind, 2 - row.split(kind).length + 1]));
    const first = state.mover ? CELLS - SIZE : 0;
    const names = NAMES.slice(first, first + SIZE);
    const missing = Object.values(left).reduce((sum, each) => sum + each);
    const detail = { row, left: missing, cell: names.at(free) };
    return {
      adding: Object.fromEntries(KINDS.filter((kind) => left[kind]).map((kind) => [kind, put(free, kind)])),
      left,
      taking: Object.fromEntries(names.flatMap((name, place) => (row[place] === "0" ? [] : [[name, put(place, "0")]]))),
      facts: [[missing ? "placing" : "placed-all", detail]],
      marks: { slot: names, next: missing ? [names[free]] : [] },
      labels: {},
      shapes: [...row].flatMap((digit, place) => (digit === "0" ? [] : piece(centre(first + place), Number(digit), names[place]))),
    };
  }

  function paint(card, state) {
    const kind = (cell) => `cell ${(rowOf(cell) + cell) % 2 ? "even" : "odd"}`;
    const shapes = Object.fromEntries(ALL.map((cell) => [`polygon-${NAMES[cell]}`, kind(cell)]));
    const pieces = ALL.filter((cell) => rings(state, cell)).flatMap((cell) => piece(centre(cell), rings(state, cell), NAMES[cell]));
    if (state.scored) pieces.push(...piece(goalCentre(state.mover, WIDTH / 2), state.scored, "goal"));
    return { shapes: { ...shapes, "polygon-goal": "goal", "polygon-home": "goal" }, initials: {}, extra: pieces };
  }

  /* Two places whose names have changed since the board was drawn: the goal is that of the side to move. */
  const exchanged = (card, { mover }) => (mover ? ["goal", "home"] : null);

  (window.rules ??= {}).gyges = {
    start, moves, turn, play, winner, reason, key, refusal, events, selection, places, arrange, paint, exchanged,
    drawn: ".piece, .rings, .digit",
  };
})();
