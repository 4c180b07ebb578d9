"""What Timbiriche says to players, in the Spanish of its source texts."""

from __future__ import annotations

import pytest

from app.words.refusals import say_illegal, say_reason
from app.words.timbiriche import WORDS
from engines import registry
from engines.core.game import Evaluation, IllegalMove
from engines.core.limit import Limit
from engines.timbiriche.chains import safe_edges
from engines.timbiriche.drawing import draw


def refusal(line: str, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        registry.read_match(line).play(move)
    return refused.value


@pytest.mark.parametrize(
    ("line", "move", "sentence"),
    [
        ("timbiriche", "a1c1", "Los puntos a1 y c1 no son vecinos: una línea une dos puntos contiguos."),
        ("timbiriche", "b1a1", "Esa línea se escribe con los puntos en orden: a1b1."),
        ("timbiriche", "a1a1", "Una línea necesita dos puntos distintos."),
        ("timbiriche", "z1z2", "En este tablero no hay ningún punto z1."),
        ("timbiriche : a1b1", "a1b1", "La línea de a1 a b1 ya está dibujada: elige otra."),
    ],
)
def test_a_refusal_tells_what_is_wrong_and_what_to_do(line: str, move: str, sentence: str) -> None:
    refused = refusal(line, move)
    assert say_reason(WORDS, refused.reason, refused.detail) == sentence


def test_a_refusal_in_a_match_line_names_the_move() -> None:
    refused = refusal("timbiriche : a1b1", "a1b1")
    assert say_illegal(WORDS, refused).startswith("Jugada 2, «a1b1»: ")


TWO_CHAINS = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3"
"""Two corridors of three cells, open at both ends."""


def hint(line: str) -> str:
    match = registry.read_match(line)
    worth = match.game.evaluate(match.state, Limit(nodes=100_000), False)
    assert worth.exact
    assert match.game.explain is not None
    reasons = match.game.explain(match.state, worth.best[0], worth)
    return WORDS.facts[reasons[0].code](reasons[0].detail)


def test_a_hint_does_not_tell_to_take_what_is_better_left() -> None:
    """The best play takes one cell of the corridor and leaves two."""
    assert hint(f"{TWO_CHAINS} : a1a2") == "En este turno tienes 3 casillas a tu alcance: empieza por aquí."


def test_a_hint_calls_no_chain_the_shortest_where_a_shorter_one_gives_more() -> None:
    """The corridor of four cells gives four; either of three runs on through a cell with three open sides."""
    line = "timbiriche rows=4 cols=3 border=swedish drawn=b2b3,b3b4,b3c3,c3d3"
    match = registry.read_match(line)
    assert match.game.explain is not None
    unknown = Evaluation(value=0.0, exact=False, bound=(-9.0, 9.0), best=())
    facts = match.game.explain(match.state, "a2b2", unknown)
    told = {fact.code: WORDS.facts[fact.code](fact.detail) for fact in facts}
    assert told["shortest"] == (
        "Ya no hay líneas seguras: abre una cadena de 4 casillas, y ninguna otra regala menos."
    )


def test_of_two_safe_lines_that_shut_each_other_out_neither_is_called_the_last() -> None:
    match = registry.read_match("timbiriche rows=2 cols=2 : c1c2 b2c2 b2b3 a2b2")
    safe = safe_edges(match.state)
    assert len(safe) == 2
    unknown = Evaluation(value=0.0, exact=False, bound=(-9.0, 9.0), best=())
    assert match.game.explain is not None
    for edge in safe:
        first, *_ = match.game.explain(match.state, match.state.board.edge_names[edge], unknown)
        assert WORDS.facts[first.code](first.detail) == (
            "Es una línea segura, y después no queda otra: no deja ninguna casilla a falta de un solo lado."
        )


def spoken(line: str) -> dict[str, str]:
    return {place.token: WORDS.place(place) for place in draw(registry.read_match(line).state).places}


def test_an_edge_is_spoken_with_how_it_stands() -> None:
    heard = spoken("timbiriche rows=2 cols=2 drawn=a1a2 : a1b1 a2b2 b2c2")
    assert heard["b1b2"] == "De b1 a b2: libre, cierra una casilla"
    assert heard["b2b3"] == "De b2 a b3: libre"
    assert heard["a1b1"] == "De a1 a b1: dibujada, jugador 1"
    assert heard["a2b2"] == "De a2 a b2: dibujada, jugador 2"
    assert heard["a1a2"] == "De a1 a a2: dibujada desde el principio"
    assert spoken("sueco")["a1b1"] == "De a1 a b1: borde del tablero"


def test_an_edge_that_gives_something_away_says_so() -> None:
    heard = spoken("timbiriche rows=1 cols=2 : a1b1 a2b2 b1c1 b2c2")
    assert heard["b1b2"] == "De b1 a b2: libre, deja 2 casillas a falta de un lado"
    assert heard["a1a2"] == "De a1 a a2: libre, deja una casilla a falta de un lado"


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "0 casillas"), (1, "1 casilla"), (-1, "−1 casilla"), (-3, "−3 casillas"), (2.5, "2,5 casillas")],
)
def test_values_are_counted_in_cells(value: float, said: str) -> None:
    assert WORDS.unit(value) == said


def test_numbers_agree_with_their_nouns() -> None:
    detail = {"a": "a1", "b": "b1"}
    assert WORDS.events["closed"]({"count": 1, **detail}) == "Cerró una casilla con la línea de a1 a b1."
    assert WORDS.mine["closed"]({"count": 2, **detail}) == "Cerraste 2 casillas con la línea de a1 a b1."
    assert WORDS.events.keys() == WORDS.mine.keys()


def test_a_move_is_spoken_as_a_line_between_two_dots() -> None:
    assert WORDS.move("j10j11") == "la línea de j10 a j11"


def test_a_board_is_called_by_its_size() -> None:
    assert WORDS.board({"grid": "square", "rows": "3", "cols": "4"}).split() == ["3", "×", "4"]
    assert WORDS.board({"grid": "triangle", "side": "6"}) == "Triángulo de 6"
