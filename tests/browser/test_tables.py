"""Two on one screen without a server: the rules in a script are the engine's, and a game goes on offline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from app.offline.table import boards, card_of
from engines import registry
from engines.core.game import Fact, IllegalMove
from engines.core.match import Match
from engines.core.notation import next_tokens
from tests.browser.people import People, Person
from tests.browser.test_axe import faults
from tests.browser.test_looks import overflow
from tests.running import RunningSite, eventually

PERFT = Path(__file__).parents[1] / "engines" / "perft"
GAMES = ("timbiriche", "gusano", "ayu", "gyges")
OTHERS = (
    "timbiriche rows=2 cols=3 misere=yes",
    "timbiriche rows=3 cols=3 first=1 drawn=a1b1,a1a2,a2b2",
    "timbiriche grid=hex side=2 border=swedish",
    "gusano rows=4 cols=4 start=b2 blocked=c3,a4 values=a1:-2,b3:4",
    "gusano board=knight rows=3 cols=3 start=b2",
    "gusano rows=3 cols=3 start=b2 pairs=2",
    "gusano rows=3 cols=3 start=a1 rounds=1",
    "gyges setup=321123/231132 return=no",
    "gyges setup=312213/312213 replace=no return=no",
    "gyges position=000000/120312/003000/012000/030120/000003 turn=1",
    "gyges position=000000/000000/000000/000122/132121/330003 replace=no",
    "ayu size=5 position=w.w.b/.b..w/b.w.b/.w..b/b.b.w turn=1",
)
WALK = """([game, card, moves]) => {
  const rules = window.rules[game];
  let state = rules.start(card);
  const seen = [];
  const keys = [];
  const look = (did) => {
    const over = rules.turn(card, state) === null;
    const key = rules.key?.(card, state);
    keys.push(key);
    seen.push({
      turn: rules.turn(card, state),
      score: rules.score?.(card, state) ?? null,
      moves: rules.moves(card, state),
      winner: over ? rules.winner(card, state) : null,
      reason: over ? rules.reason?.(card, state) ?? null : null,
      roles: rules.roles?.(card, state) ?? null,
      same: key === undefined ? null : keys.flatMap((each, ply) => each === key ? [ply] : []),
      did,
    });
  };
  look(null);
  for (const move of moves) {
    const before = state;
    state = rules.play(card, state, move);
    look(rules.events?.(card, before, move, state) ?? null);
  }
  return JSON.stringify(seen);
}"""
ASK = """([game, card, moves, asked]) => {
  const rules = window.rules[game];
  const sorted = (marks) => {
    for (const all of Object.values(marks)) all.sort();
    return marks;
  };
  let state = rules.start(card);
  return JSON.stringify([null, ...moves].map((move, ply) => {
    if (move) state = rules.play(card, state, move);
    const places = asked[ply].length ? rules.places(card, state) : {};
    return [places, asked[ply].map((clicks) => {
      const { facts, marks, labels } = rules.selection(card, state, clicks);
      const legal = rules.moves(card, state).some((each) => (each + "-").startsWith(clicks.join("-") + "-"));
      return [facts, sorted(marks), labels, legal ? null : rules.refusal(card, state, clicks)];
    })];
  }));
}"""
REFUSE = """([game, card, moves, places]) => {
  const rules = window.rules[game];
  const why = (state) => {
    const open = rules.moves(card, state);
    return places.map((place) => open.includes(place) ? null : rules.refusal(card, state, [place]));
  };
  const states = [rules.start(card)];
  for (const move of moves) states.push(rules.play(card, states.at(-1), move));
  return JSON.stringify(states.map(why));
}"""
COUNT = """([game, card, depth]) => {
  const rules = window.rules[game];
  const count = (state, left) => left === 0 ? 1
    : rules.moves(card, state).reduce((sum, move) => sum + count(rules.play(card, state, move), left - 1), 0);
  return count(rules.start(card), depth);
}"""
MOST = 2_000
"""Sequences that are counted in a browser."""
ASKED = 8
"""Positions of a match in which a script is asked to explain."""


SOME = 5
"""Lines of each game that are always played; all of them are where there is time."""


def lines_of(slug: str, every: bool) -> list[str]:
    """Every board of a game that is offered, and some that say more; or some of these."""
    found = [each for each in lines() if each.split()[0] == slug]
    return found if every else Random(len(found)).sample(found, min(SOME, len(found)))


def lines() -> list[str]:
    """Every board that is offered, and some that say more."""
    offered = [
        board.line
        for entry, game in registry.entries()
        if game.script is not None
        for board in boards(entry, game)
    ]
    return [*offered, *OTHERS]


def told(match: Match) -> Iterator[dict[str, Any]]:
    """What the engine says of each position of a match, as the script says it."""
    game = match.game
    clicked = game.refusal is not None
    for ply, state in enumerate(match.states):
        outcome = state.outcome
        did = game.events(match.states[ply - 1], match.moves[ply - 1], state) if ply else ()
        yield {
            "turn": state.turn,
            "score": None if state.score is None else list(state.score),
            "moves": sorted(state.legal_moves()),
            "winner": None if outcome is None else outcome.winner,
            "reason": None if outcome is None or not clicked else outcome.reason,
            "roles": list(game.roles(state)) if clicked and game.roles else None,
            "same": list(match.at(ply).equal_plies) if game.repetition else None,
            "did": said(did) if ply and clicked else None,
        }


def refused(match: Match, places: list[str]) -> Iterator[list[Any]]:
    """Why each place of each position of a match is no move, where one click is a move."""
    for state in match.states:
        answers: list[Any] = []
        for place in places:
            try:
                state.play(place)
                answers.append(None)
            except IllegalMove as refusal:
                answers.append([refusal.reason, refusal.detail])
        yield answers


def said(facts: Iterable[Fact]) -> list[list[Any]]:
    return [[fact.code, fact.detail] for fact in facts]


def answered(match: Match, asked: list[tuple[str, ...]]) -> list[Any]:
    """What places there are in the position of a match, what some clicks show, and why they begin no move."""
    game, state = match.game, match.state
    assert game.selection is not None
    assert game.refusal is not None
    places = {each.token: [each.code, each.detail] for each in game.draw(state).places} if asked else {}
    answers = []
    for clicks in asked:
        shown = game.selection(state, clicks)
        following, whole = next_tokens(state.legal_moves(), clicks)
        refusal = None if following or whole else game.refusal(state, clicks)
        answers.append(
            [
                said(shown.facts),
                {mark: sorted(tokens) for mark, tokens in shown.marks.items()},
                dict(shown.labels),
                None if refusal is None else [refusal.reason, refusal.detail],
            ]
        )
    return [places, answers]


def test_scripts_and_engines_agree_on_every_position_of_many_games(people: People) -> None:
    compare(people.someone(), every=False)
    explain(people.someone(), every=False)
    refuse(people.someone(), every=False)


@pytest.mark.slow
def test_scripts_and_engines_agree_on_every_board(people: People) -> None:
    compare(people.someone(), every=True)
    explain(people.someone(), every=True)
    refuse(people.someone(), every=True)


def compare(person: Person, every: bool) -> None:
    """Play random matches, and see at every position that the script says what the engine says."""
    chance = Random(31)
    for slug in GAMES:
        person.open(f"/juegos/{slug}/mesa")
        for line in lines_of(slug, every):
            match = registry.read_match(line)
            card = json.loads(card_of(match))
            while match.turn is not None:
                match = match.play(chance.choice(match.legal_moves()))
            walked = json.loads(person.page.evaluate(WALK, [slug, card, list(match.moves)]))
            for ply, (script, engine) in enumerate(zip(walked, told(match), strict=True)):
                assert script == engine, (line, ply)


def explain(person: Person, every: bool) -> None:
    """Ask of random matches what clicks show and why they are no move, as the engine tells it."""
    chance = Random(7)
    for slug in (each for each in GAMES if registry.entry(each)[1].refusal is not None):
        person.open(f"/juegos/{slug}/mesa")
        for line in lines_of(slug, every):
            match = registry.read_match(line)
            places = [place.token for place in match.game.draw(match.state).places]
            while match.turn is not None:
                match = match.play(chance.choice(match.legal_moves()))
            asked: list[list[tuple[str, ...]]] = [[] for _ in match.states]
            for ply in chance.sample(range(match.ply + 1), min(ASKED, match.ply + 1)):
                starts = [move.split("-")[0] for move in match.at(ply).state.legal_moves()] or places
                asked[ply] = [(chance.choice(places),), ("swap",), tuple(chance.choices(places, k=3))]
                asked[ply] += [(chance.choice(starts), chance.choice(places)) for _ in range(4)]
                asked[ply].append((chance.choice(starts), "z99"))
            answers = [answered(match.at(ply), clicks) for ply, clicks in enumerate(asked)]
            card = json.loads(card_of(registry.read_match(line)))
            explained = person.page.evaluate(ASK, [slug, card, list(match.moves), asked])
            assert json.loads(explained) == answers, line


def refuse(person: Person, every: bool) -> None:
    """Ask at every position of random matches, of one click a move, why each place is none."""
    chance = Random(5)
    for slug in (each for each in GAMES if registry.entry(each)[1].refusal is None):
        person.open(f"/juegos/{slug}/mesa")
        for line in lines_of(slug, every):
            match = registry.read_match(line)
            card = json.loads(card_of(match))
            places = [place.token for place in match.game.draw(match.state).places]
            while match.turn is not None:
                match = match.play(chance.choice(match.legal_moves()))
            answers = json.loads(person.page.evaluate(REFUSE, [slug, card, list(match.moves), places]))
            assert answers == list(refused(match, places)), line


def counted() -> list[tuple[str, int, int]]:
    """The cases of perft that a browser can count in a moment: the line, the length, the number."""
    found = []
    for slug in GAMES:
        for case in (PERFT / f"{slug}.txt").read_text("utf-8").splitlines():
            line, arrow, numbers = case.partition(" => ")
            if arrow and " : " not in line:
                few = [
                    (depth, int(each)) for depth, each in enumerate(numbers.split(), 1) if int(each) <= MOST
                ]
                found += [(line, *few[-1])] if few else []
    return found


def test_scripts_count_as_many_sequences_as_engines(people: People) -> None:
    person = people.someone()
    cases = counted()
    assert len(cases) > 20
    for slug in GAMES:
        person.open(f"/juegos/{slug}/mesa")
        for line, depth, number in (each for each in cases if each[0].split()[0] == slug):
            card = json.loads(card_of(registry.read_match(line)))
            assert person.page.evaluate(COUNT, [slug, card, depth]) == number, line


def test_a_game_goes_on_without_a_connection_and_is_judged_when_there_is_one(
    person: Person, own_site: RunningSite
) -> None:
    page = person.page
    person.open("/juegos/timbiriche/mesa")
    eventually(
        lambda: page.evaluate(
            "() => caches.match('/juegos/timbiriche/mesa', { ignoreVary: true }).then(Boolean)"
        )
    )
    person.point_at("a1b1")
    own_site.stop()
    page.reload()
    expect(page.locator("#tablero-line-a1b1")).to_have_class("edge owner-0 last")
    for move in ("a1a2", "a2b2", "b1b2"):
        person.type(move) if move == "a2b2" else person.point_at(move)
    expect(page.locator(".points")).to_have_text(["0", "1"])
    expect(page.locator("#tablero-polygon-a1")).to_have_class("cell owner-1")
    expect(page.locator(".turn")).to_have_text("Le toca al jugador 2.")
    page.locator("#deshacer").click()
    expect(page.locator(".points")).to_have_text(["0", "0"])
    person.point_at("b1b2")
    own_site.start()
    page.locator("#guardar button").click()
    page.wait_for_url("**/p/*")
    person.ready()
    person.sees(4)
    assert person.shown()["points"] == ["0", "1"]
    expect(page.locator("#partida")).to_have_attribute("data-mode", "screen")


def test_what_the_rules_do_not_allow_is_not_taken_over(people: People) -> None:
    person = people.someone()
    for slug, line in (
        ("timbiriche", "timbiriche rows=2 cols=2 : a1b1 a1b1"),
        ("timbiriche", "gusano rows=3 cols=3 start=a1"),
        ("sueco", "timbiriche rows=2 cols=2"),
        ("gusano", "gusano rows=3"),
    ):
        answer = person.page.request.post(
            f"{person.address}/juegos/{slug}/mesa",
            form={"partida": line},
            headers={"Origin": person.address},
            max_redirects=0,
        )
        assert answer.status in (409, 422), (line, answer.status)


@pytest.mark.parametrize("slug", ["timbiriche", "sueco", "gusano", "ayu", "gyges"])
def test_tables_are_clean_on_a_narrow_phone(people: People, slug: str) -> None:
    person = people.someone("touch", viewport={"width": 320, "height": 640})
    person.open(f"/juegos/{slug}/mesa")
    assert urlsplit(person.page.url).path.endswith("/mesa")
    for board in range(person.page.locator("#cual option").count()):
        person.page.locator("#cual").select_option(str(board))
        assert overflow(person.page) == 0
    assert faults(person.page) == []


def test_ayu_is_played_by_two_clicks_and_says_why_not(people: People) -> None:
    person = people.someone("touch")
    page = person.page
    person.open("/juegos/ayu/mesa")
    page.locator("#cual").select_option(label="5 × 5 · Regla de la tarta: sí".replace(" × ", "\xa0×\xa0"))
    person.point_at("b1")
    expect(page.locator("#tablero .target")).to_have_count(2)
    expect(page.locator("#haciendo .drafted")).to_have_text(
        "Unidad de 1 piedra, a distancia 1 de la más cercana. Puede ir a c1 o b2 y unirse."
    )
    person.point_at("e5")
    expect(page.locator("#explicacion")).to_have_text(
        "e5 no está al lado de b1: una piedra suelta avanza un solo punto."
    )
    person.point_at("b2")
    expect(page.locator("#estado .happened")).to_have_text(
        "Jugador 1: movió b1 a b2. Une 2 unidades; le quedan 5."
    )
    expect(page.locator("#b-b2")).to_have_text("b2, piedra negra, unidad de 2, a 1 de la más cercana")
    person.press(page.locator("#especial-swap"))
    expect(page.locator(".role")).to_have_text(["blancas", "negras"])
    expect(page.locator(".turn")).to_have_text("Le toca al jugador 1.")
    page.reload()
    expect(page.locator(".role")).to_have_text(["blancas", "negras"])
    assert faults(page) == []
    person.press(page.locator("#guardar button"))
    page.wait_for_url("**/p/*")
    person.sees(2)


def test_what_is_pressed_in_vain_is_told_why(people: People) -> None:
    person = people.someone("touch")
    page = person.page
    page.clock.install()
    told = page.locator("#explicacion")
    for slug, moves, sentences in (
        (
            "timbiriche",
            ("a1b1", "b1c1"),
            {
                "a1b1": "La línea de a1 a b1 ya está dibujada: elige otra.",
                "b1c1": "La línea de b1 a c1 ya está dibujada: elige otra.",
            },
        ),
        (
            "sueco",
            (),
            {
                "a1b1": "La línea de a1 a b1 es del borde,"
                " que en este tablero está dibujado desde el principio.",
            },
        ),
        (
            "gusano",
            ("d1", "c1"),
            {
                "a1": "La casilla a1 no es vecina de la cabeza, que está en c1.",
                "c1": "La casilla c1 ya es parte del gusano.",
            },
        ),
    ):
        person.open(f"/juegos/{slug}/mesa")
        for move in moves:
            person.point_at(move)
            person.point_at(move)  # once more by mistake
            expect(page.locator("#mesa")).to_have_attribute("data-last", str(moves.index(move) + 1))
            expect(told).to_have_count(0)
        page.clock.run_for(1_000)
        for token, sentence in sentences.items():
            person.point_at(token)
            expect(told).to_have_text(sentence)
            expect(page.locator("#anuncio")).to_have_text(sentence)
            expect(told).to_be_in_viewport()


def test_gyges_is_placed_and_played_and_a_third_time_is_a_draw(people: People) -> None:
    person = people.someone("touch")
    page = person.page
    person.open("/juegos/gyges/mesa")
    for kind in "312231":
        person.press(page.locator(f"#pieza-{kind}"))
    person.press(page.locator("#confirmar-jugada"))
    expect(page.locator("#estado .happened")).to_have_text("Jugador 1: colocó su fila: 3-1-2-2-3-1.")
    expect(page.locator("#b-goal")).to_have_text("Meta de abajo")
    person.press(page.locator("#preparadas summary"))
    person.press(page.locator("#preparada-1"))
    person.press(page.locator("#confirmar-jugada"))
    person.point_at("a6")
    expect(page.locator("#explicacion")).to_have_text(
        "La pieza de a6 está en la fila 6: solo puedes mover las de la fila 1."
    )
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing half under the bar of actions
    assert faults(page) == []

    page.locator("#cual").select_option("4")
    for number, cell in enumerate(("a1", "a6", "a1", "a6")):
        person.point_at(cell)
        person.point_at(cell)  # around and back to where it stood
        warned = page.locator("#haciendo .warn")
        expect(warned).to_be_visible() if number == 3 else expect(warned).to_be_hidden()
        person.press(page.locator("#confirmar-jugada"))
    expect(page.locator("#estado .turn")).to_have_text("Empate, por repetir la misma posición tres veces.")
    page.reload()
    expect(page.locator("#mesa")).to_have_attribute("data-over", "yes")
    person.press(page.locator("#guardar button"))
    page.wait_for_url("**/p/*")
    person.sees(4)
