/* The rules of Timbiriche and of the Swedish board, for two people without a server. A state is a frozen value;
   the tests play it against engines/timbiriche/rules.py. `card`: engines/timbiriche/script.py. */
(() => {
  "use strict";

  const start = (card) => ({ owners: {}, closed: {}, mover: card.mover, score: card.score });

  const moves = (card, { owners }) => card.edges.filter((edge) => !(edge in owners)).sort();

  const turn = (card, state) => (moves(card, state).length ? state.mover : null);

  /* Drawing an edge closes every cell that needs no other; who closes one draws again. */
  function play(card, state, edge) {
    if (!moves(card, state).includes(edge)) throw new Error(edge);
    const { mover } = state;
    const owners = { ...state.owners, [edge]: mover };
    const closed = { ...state.closed };
    const gained = Object.keys(card.cells).filter((cell) => !(cell in closed) && card.cells[cell].every((each) => each in owners));
    for (const cell of gained) closed[cell] = mover;
    const score = state.score.map((points, seat) => points + (seat === mover ? gained.length : 0));
    return { owners, closed, score, mover: gained.length ? mover : 1 - mover };
  }

  /* Why an edge of the board may not be drawn. */
  function refusal(card, state, [edge]) {
    if (turn(card, state) === null) return ["game-over", {}];
    const [, a, b] = /^([a-z]\d+)([a-z]\d+)$/.exec(edge);
    if (edge in state.owners) return ["already-drawn", { a, b, seat: state.owners[edge] }];
    return [card.outline.includes(edge) ? "outline" : "given", { a, b }];
  }

  const score = (card, state) => state.score;

  /* Most cells win, in misère the fewest. */
  function winner(card, { score: [first, second] }) {
    if (first === second) return null;
    return (first > second) !== card.misere ? 0 : 1;
  }

  /* The classes of each shape that a state changes, by tag and token; and texts to be written on cells. */
  function paint(card, state) {
    const shapes = {};
    for (const edge of card.edges) {
      shapes[`line-${edge}`] = edge in state.owners ? `edge owner-${state.owners[edge]}` : "edge free";
    }
    for (const cell of Object.keys(card.cells)) {
      shapes[`polygon-${cell}`] = cell in state.closed ? `cell owner-${state.closed[cell]}` : "cell free";
    }
    return { shapes, initials: state.closed, extra: [] };
  }

  (window.rules ??= {}).timbiriche = { start, moves, turn, play, score, winner, refusal, paint };
})();
