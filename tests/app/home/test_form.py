"""The set-up form: what it offers, what it understands, and what it says is wrong."""

import pytest

from app.home.form import read_form, write_settings
from engines import registry
from engines.core.setup import BadSetup

ENTRIES = [entry.slug for entry, _game in registry.entries()]


@pytest.mark.parametrize("slug", ENTRIES)
def test_an_empty_form_is_a_good_form(slug: str) -> None:
    form = read_form(slug, {})
    entry, game = registry.entry(slug)
    assert form.problems == {}
    assert form.setup is not None
    left_to_chance = {option.key: form.setup[option.key] for option in game.options if option.suggest}
    assert form.setup == game.read_setup({**entry.preset, **left_to_chance})
    assert (form.mode, form.level, form.starts) == ("computer", "medio", "yo")


@pytest.mark.parametrize("slug", ENTRIES)
def test_every_pictured_board_can_be_chosen(slug: str) -> None:
    game = registry.entry(slug)[1]
    for settings in game.offered:
        form = read_form(slug, {"tablero": write_settings(settings)})
        assert form.setup is not None
        drawn = {option.key for option in game.options if settings.get(option.key) in option.draws}
        assert {key: form.setup[key] for key in settings if key not in drawn}.items() <= settings.items()
        assert [board.value for board in form.boards if board.chosen] == [write_settings(settings)]
        assert not form.own_size


@pytest.mark.parametrize("slug", ENTRIES)
def test_a_setting_of_the_entry_is_not_asked_for(slug: str) -> None:
    form = read_form(slug, {})
    asked = {field.key for field in (*form.sizes, *form.more)}
    assert asked.isdisjoint(form.entry.preset)
    assert "first" not in asked


def test_a_size_of_ones_own() -> None:
    form = read_form("timbiriche", {"tablero": "", "rows": "2", "cols": "7", "misere": "yes"})
    assert form.setup is not None
    assert dict(form.setup) == {
        "grid": "square",
        "rows": "2",
        "cols": "7",
        "border": "open",
        "misere": "yes",
        "first": "0",
        "drawn": "",
    }
    assert form.own_size
    assert form.unusual


def test_a_picture_wins_over_sizes_left_in_the_form() -> None:
    form = read_form("timbiriche", {"tablero": "grid=square rows=3 cols=3", "rows": "9", "cols": "99"})
    assert form.setup is not None
    assert (form.setup["rows"], form.setup["cols"]) == ("3", "3")


def test_an_address_may_name_the_settings() -> None:
    assert [b.value for b in read_form("timbiriche", {"rows": "5", "cols": "5"}).boards if b.chosen] == [
        "grid=square rows=5 cols=5"
    ]
    assert read_form("timbiriche", {"rows": "5", "cols": "6"}).own_size


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"tablero": "", "rows": "11"}, {"rows": "Elige un número del 1 al 10."}),
        ({"tablero": "", "rows": "0", "cols": "x"}, {"rows", "cols"}),
        ({"tablero": "rows"}, {"tablero"}),
        ({"tablero": "rows=2 rows=3"}, {"tablero"}),
        ({"tablero": "rows=2 first=1"}, {"tablero"}),
        ({"misere": "quizá"}, {"misere"}),
        ({"modo": "solo"}, {"modo"}),
        ({"nivel": "imposible"}, {"nivel"}),
        ({"empieza": "nadie", "modo": ""}, {"empieza", "modo"}),
    ],
)
def test_what_is_wrong_is_said_by_field(sent: dict[str, str], wrong: object) -> None:
    form = read_form("timbiriche", sent)
    assert form.setup is None
    assert form.problems == wrong if isinstance(wrong, dict) else set(form.problems) == wrong


def test_wrong_values_are_kept() -> None:
    form = read_form("timbiriche", {"tablero": "", "rows": "11", "cols": "3", "modo": "link"})
    values = {field.key: field.value for field in form.sizes}
    assert values == {"grid": "square", "rows": "11", "cols": "3", "side": "3"}
    assert form.mode == "link"


def test_any_board_may_be_written() -> None:
    board = "board=torus rows=4 cols=4 start=b2 blocked=a1 values=c3:5 pairs=2"
    form = read_form("gusano", {"tablero": board})
    assert form.setup is not None
    assert [each.value for each in form.boards if each.chosen] == [board]
    assert not form.own_size
    assert form.place is not None
    assert form.place.value == "b2"
    assert {key: form.setup[key] for key in ("blocked", "values", "pairs")} == {
        "blocked": "a1",
        "values": "c3:5",
        "pairs": "2",
    }
    chosen = read_form("gusano", {"tablero": board, "start": "C2", "pairs": "3"}).setup
    assert chosen is not None
    assert (chosen["start"], chosen["pairs"]) == ("c2", "3")


def test_a_place_is_left_to_chance_or_chosen() -> None:
    starts = {(read_form("gusano", {}).setup or {})["start"] for _ in range(40)}
    assert len(starts) > 5
    assert (read_form("gusano", {"start": "a1"}).setup or {})["start"] == "a1"
    for cell, board, why in (
        ("z9", "", "no hay ninguna casilla «z9»"),
        ("c6", "", "no hay ninguna casilla «c6»"),
        ("a1", "blocked=a1", "«a1» está bloqueada"),
        ("3", "", "no hay ninguna casilla «3»"),
        ("¿?", "", "no hay ninguna casilla «¿?»"),
    ):
        form = read_form("gusano", {"tablero": f"board=square4 {board}".strip(), "start": cell})
        assert set(form.problems) == {"start"}
        assert why in form.problems["start"]


SIZES = [
    *({"grid": "square", "rows": str(rows), "cols": str(11 - rows)} for rows in range(1, 11)),
    *({"grid": "triangle", "side": str(side)} for side in range(2, 8)),
    *({"grid": "hex", "side": str(side)} for side in range(2, 5)),
]


@pytest.mark.parametrize("entry", ["timbiriche", "sueco"])
def test_every_size_of_every_grid_can_be_set_up_with_every_goal(entry: str) -> None:
    for size in SIZES:
        for misere in ("no", "yes"):
            form = read_form(entry, {"tablero": "", "misere": misere, **size})
            assert form.setup is not None
            assert size.items() <= dict(form.setup).items()
            assert form.setup["misere"] == misere
            assert form.setup["border"] == ("swedish" if entry == "sueco" else "open")
            assert form.own is not None


def test_a_size_is_offered_only_on_the_boards_that_have_it() -> None:
    (side,) = (field for field in read_form("timbiriche", {}).sizes if field.key == "side")
    assert side.within == ("triangle", "hex")
    assert side.narrow == {"5": ("triangle",), "6": ("triangle",), "7": ("triangle",)}
    form = read_form("timbiriche", {"tablero": "", "grid": "hex", "side": "5"})
    assert form.problems == {"side": "Elige un número del 2 al 4."}
    assert form.setup is None


def test_sizes_mean_something_on_some_boards_only() -> None:
    sizes = {field.key: field.within for field in read_form("gusano", {}).sizes}
    assert sizes["board"] == ()
    assert "cube" not in sizes["rows"]
    assert sizes["side"] == ("hex",)
    sent = {"tablero": "", "board": "hex", "rows": "5", "cols": "5", "side": "4", "start": ""}
    setup = read_form("gusano", sent).setup
    assert setup is not None
    assert setup["side"] == "4"
    assert "rows" not in setup


def test_unknown_fields_are_ignored() -> None:
    assert (
        read_form("timbiriche", {"drawn": "a1b1", "utm_source": "x", "first": "1"}).setup
        == read_form("timbiriche", {}).setup
    )


def test_there_must_be_such_a_game() -> None:
    with pytest.raises(BadSetup):
        read_form("ajedrez", {})
