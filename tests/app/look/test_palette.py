"""Colours: readable in light and dark, on every kind of board, for every eye; written in one place."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from app.settings import own_path

SHEETS = {path.name: path.read_text(encoding="utf-8") for path in own_path("static").rglob("*.css")}
SITE = SHEETS["site.css"]
DECLARED = re.compile(r"(--[\w-]+):\s*([^;]+);")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", re.IGNORECASE)

TEXT = [
    *(
        (text, ground)
        for text in ("ink", "muted", "accent", "accent-strong")
        for ground in ("paper", "surface")
    ),
    *(("ink", f"{ground}-soft") for ground in ("accent", "bad", "warn", "seat-0", "seat-1")),
    *((text, ground) for text in ("bad", "good", "warn") for ground in ("paper", "surface")),
    ("muted", "accent-soft"),
    ("accent", "accent-soft"),
    ("bad", "bad-soft"),
    ("warn", "warn-soft"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    *((f"seat-{seat}", ground) for seat in (0, 1) for ground in ("paper", "surface", f"seat-{seat}-soft")),
    *(("on-seat", f"seat-{seat}") for seat in (0, 1)),
]
"""Text and the ground it stands on: 4.5 at least (WCAG 2.2, 1.4.3)."""
WRITTEN = [
    ("ink", "board"),
    ("muted", "board"),
    ("muted", "floor"),
    ("accent-strong", "floor"),
    ("ink", "worm-soft"),
    ("ink", "wood-light"),
    ("accent-strong", "board"),
    ("warn", "board"),
    ("seat-0", "board"),
    ("seat-1", "board"),
]
"""What is written on boards: names, values, digits, labels, lengths, initials; 4.5 as well."""
FIGURES = [
    ("line", "paper"),
    ("line", "surface"),
    ("accent", "paper"),
    ("accent", "surface"),
    ("ink", "surface"),
    *(
        (mark, "board")
        for mark in ("line", "ink", "seat-0", "seat-1", "accent", "bad", "warn", "good", "last")
    ),
    *((mark, "board") for mark in ("worm", "post")),
    *((mark, "floor") for mark in ("line", "accent", "bad", "last", "stone-rim")),
    *(("last", ground) for ground in ("warn-soft", "stone-black")),
    ("worm", "worm-soft"),
    ("muted", "hair"),
    ("accent", "accent-soft"),
    ("bad", "bad-soft"),
]
"""Borders of controls, focus rings, and on boards lines, pieces and marks: 3 at least (1.4.11)."""

# Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 20
"""Least distance in CIE L*a*b* between colours that mean different owners; 2.3 is just noticeable."""

Channels = tuple[float, float, float]


def _block(opening: str, sheet: str = SITE) -> dict[str, str]:
    start = sheet.index(opening) + len(opening)
    return {
        name.removeprefix("--"): value
        for name, value in DECLARED.findall(sheet[start : sheet.index("}", start)])
    }


LIGHT = _block("@layer tokens {\n  :root {")
DARK = LIGHT | _block(':root:not([data-theme="light"]) {')
STONES = _block("@layer board {\n  :root {", SHEETS["ayu.css"])
KINDS = ("paper", "contrast")


def _board(page: dict[str, str], own: dict[str, str], stones: dict[str, str], rim: str) -> dict[str, str]:
    """All tokens as a board of a kind has them; `board` is the ground it is drawn on, `floor` that of Ayu."""
    tokens = page | stones | own
    ground = tokens.get("sheet", tokens["surface"])
    floor = ground if own else mixed(tokens["wood-light"], ground, 0.34)
    return tokens | {"board": ground, "floor": floor, "stone-rim": tokens[rim]}


def mixed(one: str, other: str, share: float) -> str:
    """What `color-mix(in srgb, one share, other)` gives."""
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first * share + second * (1 - share)):02x}" for first, second in parts)


def _kinds() -> dict[str, dict[str, str]]:
    """Each kind of board in light and dark."""
    found = {
        "classic-light": _board(LIGHT, {}, STONES, "stone-edge"),
        "classic-dark": _board(DARK, {}, STONES, "stone-ring"),
    }
    for kind in KINDS:
        sheet = SHEETS[f"{kind}.css"]
        own = _block(f'@layer tokens {{\n  :root[data-board="{kind}"] {{', sheet)
        dark = own | _block(f'[data-board="{kind}"]:not([data-theme="light"]) {{', sheet)
        stones = STONES | (_block("@layer board {\n  :root", sheet) if "--stone-black" in sheet else {})
        found[f"{kind}-light"] = _board(LIGHT, own, stones, "stone-edge")
        found[f"{kind}-dark"] = _board(DARK, dark, stones, "stone-ring")
    return found


BOARDS = _kinds()
THEMES = pytest.mark.parametrize("tokens", BOARDS.values(), ids=BOARDS)


def linear(colour: str) -> Channels:
    """A colour like #0b6460 as linear RGB."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(channels: Channels) -> Channels:
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in channels)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, blindness: str) -> float:
    def seen(colour: str) -> Channels:
        channels = linear(colour)
        rows = BLINDNESS[blindness]
        red, green, blue = (sum(a * b for a, b in zip(row, channels, strict=True)) for row in rows)
        return lab((red, green, blue))

    return sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5


def test_every_sheet_has_a_name_of_its_own() -> None:
    assert len(SHEETS) == sum(1 for _ in own_path("static").rglob("*.css"))


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert distance("#ffffff", "#000000", "none") == pytest.approx(100, abs=0.1)
    # Red and green of equal lightness: far apart for most, close for those who lack red or green cones.
    assert distance("#c04040", "#6f7a1f", "none") > 3 * distance("#c04040", "#6f7a1f", "deuteranopia")


@THEMES
@pytest.mark.parametrize(("text", "ground"), TEXT + WRITTEN)
def test_text_is_readable(tokens: dict[str, str], text: str, ground: str) -> None:
    assert contrast(tokens[text], tokens[ground]) >= 4.5


@THEMES
@pytest.mark.parametrize(("figure", "ground"), FIGURES)
def test_controls_are_visible(tokens: dict[str, str], figure: str, ground: str) -> None:
    assert contrast(tokens[figure], tokens[ground]) >= 3


@THEMES
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_owners_differ_for_every_eye(tokens: dict[str, str], blindness: str) -> None:
    for one, other in combinations(("seat-0", "seat-1", "ink"), 2):
        assert distance(tokens[one], tokens[other], blindness) >= APART, (one, other)


def test_owners_differ_without_any_colour() -> None:
    shapes = (own_path("templates") / "_patterns.html").read_text(encoding="utf-8")
    marks = {
        seat: re.findall(
            r'<(\w+) class="mark"', shapes.split(f'id="pattern-{seat}"')[1].split("</pattern>")[0]
        )
        for seat in (0, 1)
    }
    assert set(marks[0]) == {"rect"}
    assert set(marks[1]) == {"circle"}


def test_the_dark_set_is_the_same_whoever_asks_for_it() -> None:
    assert _block(':root[data-theme="dark"] {') == _block(':root:not([data-theme="light"]) {')
    assert set(_block(':root[data-theme="dark"] {')) <= set(LIGHT)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_board_has_a_dark_set_that_is_the_same_whoever_asks_for_it(kind: str) -> None:
    sheet = SHEETS[f"{kind}.css"]
    dark = _block(f'[data-board="{kind}"][data-theme="dark"] {{', sheet)
    assert dark == _block(f'[data-board="{kind}"]:not([data-theme="light"]) {{', sheet)
    assert set(dark) == set(_block(f'@layer tokens {{\n  :root[data-board="{kind}"] {{', sheet))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast_is_higher_than_has_to_be(scheme: str) -> None:
    """7 for everything that is read (WCAG 2.2, 1.4.6)."""
    tokens = BOARDS[f"contrast-{scheme}"]
    low = [pair for pair in TEXT + WRITTEN if contrast(*(tokens[name] for name in pair)) < 7]
    assert low == []


@pytest.mark.parametrize("name", SHEETS)
def test_colours_are_written_as_tokens_only(name: str) -> None:
    rest = DECLARED.sub("", re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.DOTALL))
    assert COLOUR.findall(rest) == []


def test_every_token_exists_and_is_used() -> None:
    everything = "\n".join(SHEETS.values())
    declared = {name for name, _value in DECLARED.findall(everything)}
    used = set(re.findall(r"var\((--[\w-]+)", everything))
    assert used <= declared
    assert declared <= used


def test_there_is_no_style_or_event_in_pages() -> None:
    for path in sorted(Path(own_path("templates")).rglob("*.html")):
        source = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"\sstyle=|<style|\son[a-z]{4,}=|\shx-on|javascript:", source), path


def test_what_is_said_aloud_is_a_status() -> None:
    for path in sorted(Path(own_path("templates")).rglob("*.html")):
        for element in re.findall(r'<\w+ id="anuncio"[^>]*>', path.read_text(encoding="utf-8")):
            assert 'role="status"' in element, path
