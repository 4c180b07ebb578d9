"""What all games share: notation, setups, matches, match lines and limits."""

from __future__ import annotations

import threading
from random import Random

import pytest

from engines import registry
from engines.core.game import AnyGame, IllegalMove, Outcome
from engines.core.limit import Limit
from engines.core.match import MAX_PLIES, Match
from engines.core.notation import by_next_token, next_tokens, tokens
from engines.core.review import review
from engines.core.setup import SETUP_REASONS, BadSetup, Option, Setup, choice, number
from tests.running import eventually

MOVES = ("b1-d4", "b1-d4-e5", "b1-goal", "c2-c3", "swap")


# Notation


def test_a_move_is_its_clicks() -> None:
    assert tokens("b1-d4-e5") == ("b1", "d4", "e5")
    assert tokens("swap") == ("swap",)


@pytest.mark.parametrize(
    ("draft", "following", "whole"),
    [
        ((), {"b1", "c2", "swap"}, False),
        (("b1",), {"d4", "goal"}, False),
        (("b1", "d4"), {"e5"}, True),
        (("b1", "d4", "e5"), set(), True),
        (("swap",), set(), True),
        (("d4",), set(), False),
        (("b1", "d4", "e5", "f6"), set(), False),
    ],
)
def test_what_may_be_clicked_next(draft: tuple[str, ...], following: set[str], whole: bool) -> None:
    assert next_tokens(MOVES, draft) == (following, whole)
    groups = by_next_token(MOVES, draft)
    assert set(groups) == following
    for token, moves in groups.items():
        assert moves == [move for move in MOVES if tokens(move)[: len(draft) + 1] == (*draft, token)]


# Settings


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "11",
        "-1",
        "1.5",
        "",
        "x",
        "99999999999999999999999",
        "9" * 5_000,
        "0" * 5_000 + "4",
        "²",
        "٣",
        " 3",
    ],
)
def test_a_number_outside_its_range_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadSetup) as refused:
        number("rows", 1, 10, 4).read(text)
    assert (refused.value.reason, refused.value.key, refused.value.allowed) == ("bad-value", "rows", "1..10")


def test_a_number_is_written_one_way() -> None:
    assert number("rows", 1, 10, 4).read("007") == "7"


def test_a_choice_names_what_is_possible() -> None:
    with pytest.raises(BadSetup) as refused:
        choice("misere", "no", "yes").read("maybe")
    assert refused.value.allowed == "no yes"


def test_settings_are_values_in_the_order_of_the_card(tiny_game: AnyGame) -> None:
    one = tiny_game.read_setup({"loops": "yes", "pile": "3"})
    other = tiny_game.read_setup({"pile": "03", "loops": "yes"})
    assert one == other
    assert hash(one) == hash(other)
    assert list(one) == ["pile", "loops"]
    assert one != tiny_game.read_setup({"pile": "3"})
    assert one != {"pile": "3", "loops": "yes"}
    assert tiny_game.write_setup(tiny_game.read_setup({})) == "pile=4"


def test_a_key_that_means_nothing_here_is_refused(tiny_game: AnyGame) -> None:
    only_big = Option(
        key="extra", default="no", read=lambda text: text, applies=lambda before: before["pile"] == "9"
    )
    game = type(tiny_game)(
        **{
            **{name: getattr(tiny_game, name) for name in type(tiny_game).__dataclass_fields__},
            "options": (*tiny_game.options, only_big),
        }
    )
    assert "extra" not in game.read_setup({})
    assert game.read_setup({"pile": "9"})["extra"] == "no"
    with pytest.raises(BadSetup, match="key-not-used"):
        game.read_setup({"extra": "yes"})


# Match lines


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "empty-line"),
        ("   \n", "empty-line"),
        (" : one", "empty-line"),
        ("chess", "unknown-game"),
        ("tiny pile", "not-a-pair"),
        ("tiny =3", "not-a-pair"),
        ("tiny pile=", "not-a-pair"),
        ("tiny pile=3 pile=3", "repeated-key"),
        ("tiny heap=3", "unknown-key"),
        ("tiny pile=0", "bad-value"),
        ("tiny loops=maybe", "bad-value"),
        ("tiny-six pile=5", "bad-value"),
        ("tiny " + "x" * 30_000, "line-too-long"),
        ("tiny : " + "one " * (MAX_PLIES + 1), "line-too-long"),
    ],
)
def test_an_unreadable_line_says_what_is_wrong(tiny_game: AnyGame, line: str, reason: str) -> None:
    with pytest.raises(BadSetup) as refused:
        registry.read_match(line)
    assert refused.value.reason == reason
    assert reason in SETUP_REASONS


@pytest.mark.parametrize("line", ["tiny pile=4 loops=yes : two one", "  tiny   loops=yes :  two\tone \n"])
def test_spaces_and_order_do_not_matter_in_a_line(tiny_game: AnyGame, line: str) -> None:
    match = registry.read_match(line)
    assert match.to_text() == "tiny pile=4 loops=yes : two one"
    assert match.moves == ("two", "one")
    assert match.ply == 2


def test_an_entry_is_a_slug_too(tiny_game: AnyGame) -> None:
    assert registry.read_match("tiny-six : one") == registry.read_match("tiny pile=6 : one")
    assert registry.read_match("tiny-six pile=6").to_text() == "tiny pile=6"


def test_a_line_with_a_colon_and_no_move_is_the_start(tiny_game: AnyGame) -> None:
    assert registry.read_match("tiny :").moves == ()


def test_a_longer_line_costs_one_move_after_a_shorter_one(
    tiny_game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    kind = type(registry.read_match("tiny pile=9").state)
    play = kind.play
    monkeypatch.setattr(kind, "play", lambda self, move: (played.append(move), play(self, move))[1])
    registry.read_match("tiny pile=9 : one one two")
    played.clear()
    registry.read_match("tiny pile=9 : one one two one")
    assert played == ["one"]
    played.clear()
    registry.read_match("tiny pile=9 : one one two one")
    assert played == []


def test_an_illegal_move_in_a_line_is_named_with_its_ply(tiny_game: AnyGame) -> None:
    with pytest.raises(IllegalMove) as refused:
        registry.read_match("tiny pile=3 : one one two")
    assert (refused.value.ply, refused.value.move, refused.value.reason) == (3, "two", "too-many")
    with pytest.raises(IllegalMove) as refused:
        registry.read_match("tiny pile=1 : one one")
    assert (refused.value.ply, refused.value.reason) == (2, "game-over")


def test_lines_are_read_by_many_threads_at_once(tiny_game: AnyGame) -> None:
    failures: list[BaseException] = []

    def read(seed: int) -> None:
        random = Random(seed)
        try:
            for _ in range(200):
                count = random.randint(1, 8)
                line = "tiny pile=9" + " :" * bool(count) + " one" * count
                assert registry.read_match(line).state.left == 9 - count
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# Matches


def test_a_match_is_a_value(tiny_game: AnyGame) -> None:
    start = registry.read_match("tiny pile=5")
    after = start.play("one")
    assert start.moves == ()
    assert after.moves == ("one",)
    assert after.at(0) == start
    assert after.play("two").at(1) == after
    with pytest.raises(IndexError):
        after.at(2)
    with pytest.raises(IndexError):
        after.at(-1)


def test_no_move_follows_the_end(tiny_game: AnyGame) -> None:
    over = registry.read_match("tiny pile=2 : two")
    assert over.outcome == Outcome(0, "took-last")
    assert over.turn is None
    assert over.legal_moves() == ()
    with pytest.raises(IllegalMove, match="game-over"):
        over.play("one")


def test_the_third_time_a_position_stands_the_match_is_drawn(tiny_game: AnyGame) -> None:
    # Taking two from three puts two back, so only the mover changes.
    line = "tiny pile=3 loops=yes : two two two"
    assert registry.read_match(line).outcome is None
    drawn = registry.read_match(line + " two")
    assert drawn.outcome == Outcome(None, "repetition")
    assert drawn.repeated_ply == 0
    assert drawn.state.outcome is None
    assert drawn.turn is None
    assert drawn.legal_moves() == ()
    with pytest.raises(IllegalMove, match="game-over"):
        drawn.play("one")


def test_a_match_has_a_longest_length(tiny_game: AnyGame) -> None:
    start = registry.read_match("tiny pile=3 loops=yes")
    long = Match(start.game, start.setup, ("two",) * MAX_PLIES, start.states, start.hashes)
    with pytest.raises(IllegalMove, match="too-many-moves"):
        long.play("two")


# Levels, reviews, limits


def test_the_strongest_level_has_two_more_names(tiny_game: AnyGame) -> None:
    assert tiny_game.level("perfecto") is tiny_game.level("maestro") is tiny_game.level("dificil")
    with pytest.raises(KeyError):
        tiny_game.level("medio")


def test_a_review_judges_every_move(tiny_game: AnyGame) -> None:
    match = registry.read_match("tiny pile=4 : two one one")
    heard: list[tuple[int, int]] = []
    verdicts = review(match, lambda left: Limit(), lambda done, total: heard.append((done, total)))
    assert [(each.ply, each.seat, each.move, each.lost) for each in verdicts] == [
        (1, 0, "two", 2),
        (2, 1, "one", 2),
        (3, 0, "one", 0),
    ]
    assert [each.best for each in verdicts] == [("one",), ("two",), ("one",)]
    assert all(each.exact for each in verdicts)
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_a_review_stops_when_its_limit_is_stopped(tiny_game: AnyGame) -> None:
    match = registry.read_match("tiny pile=4 : two one one")

    def limit(left: int) -> Limit:
        given = Limit()
        if left < 3:
            given.stop()
        return given

    assert [each.ply for each in review(match, limit)] == [3]


def test_a_part_of_a_limit_ends_alone_and_when_the_whole_is_stopped() -> None:
    whole, over = Limit(), threading.Event()
    short = Limit(seconds=0.01, within=whole)
    with short.clock():
        while not short.stopped:
            over.wait(0.001)
    assert not whole.stopped
    part = Limit(within=Limit(nodes=5, flag=whole.flag))  # the flag is shared by whoever may cancel
    with part.clock():
        assert not part.stopped
        whole.stop()
        while not part.stopped:
            over.wait(0.001)
    late = Limit(within=whole)
    with late.clock():
        assert late.stopped


def test_nobody_looks_at_the_whole_when_the_part_is_done() -> None:
    before, whole = threading.active_count(), Limit()
    with Limit(seconds=3_600, within=whole).clock():
        assert threading.active_count() == before + 2
    eventually(lambda: threading.active_count() == before)


def test_a_limit_is_stopped_from_another_thread() -> None:
    limit = Limit(nodes=5)
    assert not limit.stopped
    thread = threading.Thread(target=limit.stop)
    thread.start()
    thread.join()
    assert limit.stopped


def test_a_limit_stops_itself_when_its_seconds_are_over() -> None:
    limit = Limit(seconds=0.01)
    over = threading.Event()
    with limit.clock() as running:
        assert running is limit
        while not limit.stopped:
            over.wait(0.001)
    assert limit.stopped


def test_a_search_that_ends_in_time_leaves_its_limit_alone() -> None:
    limit = Limit(seconds=3_600)
    with limit.clock():
        (timer,) = (thread for thread in threading.enumerate() if isinstance(thread, threading.Timer))
    assert not limit.stopped
    timer.join(60)
    assert not timer.is_alive()


def test_settings_can_be_looked_at() -> None:
    setup = Setup([("pile", "3")])
    assert dict(setup) == {"pile": "3"}
    assert repr(setup) == "Setup({'pile': '3'})"
