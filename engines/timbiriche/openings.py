"""Worths of first positions for `book.py`, computed by `python -m tests.benchmarks.timbiriche_book`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opening:
    """A board of squares, how many drawn edges its book goes to, and the worths in the book's order."""

    rows: int
    cols: int
    swedish: bool
    plies: int
    worths: str


OPENINGS = (
    Opening(
        3,
        4,
        False,
        2,
        (
            "acccaccccaYYYaaaaaaYYYaYYaaaaYYaaaaYaYaaaYaYYYaYYYaYYYaYYYYaaaaYYYaYYYaYYYaYYaaaaaaaaaYYaaaYaaYY"
            "aYYaaYaYaaYYaaY"
        ),
    ),
    Opening(4, 4, False, 1, ("aaaaaaa")),
    Opening(
        5,
        5,
        True,
        3,
        (
            "XddddddZZbcZbZZZZbZbZZZZZZZZZZZZZZZbZZbZZZbZZZbXZZZZZZZXZZZZZZZZZZZZZZZZZZZXXXXZXZXXXXXXZXZZZXXX"
            "XXXXXXXXXXZZZZZZZZZZZZffYYffffffffffffffffffffffffffffffffffYfffdfdfdfddddddddddddddddddddddddff"
            "afffffffffdfffdffffdYYYYYaYYYYYYYaYYffffffffffffffffffffffffffffffffffffffffZfffffffffffffffffff"
            "fffffffdfdfdfdfffdfffddffddfdffdffdfdffddfdfdddddddfdddfdfddffffddfdffdffdfdfdfffdddfdfddfffffdf"
            "dfffdfdddddddfddddddddffdfddddffffffffdfffddffffdfdffddfdfffddffdfddfdffdfdfffffffffffffffffffff"
            "fffffddddfddddddddfdfdffdfdffffdfdffdffdfddfdffffdffddfddddffddddffffffdffdfffdddfddddfdfddfdffd"
            "dddddddddddddddddfdfddfdddddffffffdddddfdddddddddddfddffdffdffffdfddfdddddddddddfddddddddfdfdffd"
            "dfdfffffdfddddfffdfddddddddddddfdfdfddfffdfdfddddbffdfdfffddfdddffdYddddddddddddddffffffffffffff"
            "fffffffffffffffdddddfdddddfddddddddddddddddfdddddddddddddddddddddddddbbbbbdbbbbbdbddbbbbbbddbbbd"
            "dbddddbddddddbddddddbddddddddddddddddddddddddddbbddddddbdddddddddbdddbbbbbbbdddddfddddddddbdddbd"
            "ddddddddddddddddddddbdbddddddddbddddddddddddbbddbdddbddddbdddddddddbdddddddddddddbdddddddbdddddd"
            "dddbddddddddddddddddddddddddddddddfddbddddddddddddddddfdfdfdfdddddfdfdfddfdffdddffdddddddddddddf"
            "ddddffffdddddddddddddddddddddddddddddfdfddfddffdddddddddddddddddfddddddfdfddfdddddddddddddddfddd"
            "ddfdddddddddddddddddddddddddddddddddddddfddddddddddddddddddddddddddddddddffdddddddddddddddddddbd"
            "ddddbddddddddddddddddddddddb"
        ),
    ),
    Opening(
        4,
        6,
        True,
        3,
        (
            "cYaaYYYYYaaaaeeeeXeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeceeeecccccecaeecccccccceecacecceeececccccccae"
            "ccaeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeceeecceeceeecceceecececcceecececcccceecececceceeeeceeccccececc"
            "cccccaacccaeecacacddcccaacacecacaaaaaaaecacacaaaaccaadcacaaaYYaaaaYYYYaYaaaaYaYYYaYYccdaaaaaacac"
            "YaaaaaaaaaaYaaaaYaaYaaadccaaacaaaaacacaaaddddddddddddddddddddddddddddddddcccaacacecacaaaaaaaecac"
            "acaaaaccaaaaaacaeaeaaaaaaaaeaeaaaaaaccaYaYaaYaaYYaYYaaaYaaaaYYaYaaaYaYYaYaYaYaYaYYaaaaaYaYaYaaaa"
            "YaaYaYYYaYYaaaaaYaYYYaYaaaYaaaaaaaaaaaaaaaaaaYYaYaccYcaaaYYaYYYYYaaaaaYYaaYccaYaYYYaYaaaaYaaaaYa"
            "aaaaaccaaaaaaaacacacaaaaaaccaacYaYaYYccacaYYYaYYaaaeaaaaaaaaeaeaaaaaaccaaaYaYYaaaYaYYYaYYaaYaYYa"
            "YacecYYYaYYaaaYaYaYaYaYYYYYaccaaaaaaaaaYYaYaaaaYYYaaaYYYaYacaaaaaaYYaaaYcaaYaaaaYaaaaaaYaaaYYaYa"
            "acaaaaYaaaacaaYYYaYaccacaaaacacaaaacaYaYaaYaYYaaYaaYacccccccadaccaaaaaacaaaaaaaaaYYaacaaaaaYcaYa"
            "aYaaaYYYaYecccaacacecacaaaaaaaecaacaaaaccccaacacecacaaaaaaaecaacaaaacaaYYaYYccWYYaYYYYYcYYYaYYaa"
            "aaccaaaaaacaaaaaaaaaYYaacaaaaaaaaaaaYaaaaaaaaYYaaaYaaaYYYaYaaYYaaaaaaYYYYaaYaYaYYaYaYYYYYaYYYYYY"
            "YaaaYaYYaYaaYYaaYaaYaYYYaaYaYaaaaaYYaaYaaaYYYaaaYaaaaaaYaaaaaaaaaYaaaaaYaaaYYaYYYYacYYYaYYYYYaaa"
            "aaaaaaaaaaaaaaaaWYaaaaaaaYaaaaaaaaYaYYYYYYaYYYaYYYaaYaaYYYYaYaYaaaaaaaYaYYaYaaaaaaYYYaaaYaaYaYaY"
            "YYYaYaaaYYYYaaYaYaaYYYYYYaaYYYaaaYaYYYYYYacYYYYaYYWYYYaYaaYaYYacacaaaYYaaaaYYYYaYaaaaYYYaYcacYac"
            "YYYaaaaYYcYYaYaYYYcYYaYaaYaaYYYaYcaYaaaaaYcYaaccaaacaaaaaaaaaYYacaaaYYYYYYYaYaYYaaYYaYaaccaaeacY"
            "eaaaYaaaaaaaYYYaaaYYYYcaYYaaYYcYaYYYaYaaYYYYaaaaYYYYYaYaaaaYYYYaacaaaaaaYYYYcccaacacecacaaaaaaae"
            "caaaacaaaaaacadaeaaaaaaaaeaaaacaYaYaaYaaYYaYYaaaYaaaYYaYaYYaYaYaYaYaYYaaaaYYYaaYaYaYYYaYYaaaaaYY"
            "YYaYaaaaaaaaaaaaaaaaaYYcYaaaYYaYYYYYaaaaYacYaYYYaYaaaaYaaaaaacaaaaacaaaacYaYaYYccacYYYaaeaaaaaaa"
            "aeaaaacaaaYaYYaaaYYYYaYaYYaYaccYYYaaYaYaYaYYYYcaaaaaaaaYYaaYYYaaYYYaaaaaYaaaaYaaaaaaYaaYYcaaaaaa"
            "YYYaaaYYYWYYaYYYcYcYYYYYYYcYYYcYWYYYWYYWYYWYYYYYYYYYWYWYYYYYWYWYYYYYYYWYYYaYYaYYYWYYYYYYWYYYYYaa"
            "aYYaYYYYYYYaYYcYYWYWYYYYYYYYYYaYaYYYYYaYYYYWYaaaYWYaaYYYYYYaYYYYYYYYYaYYaYYYYYYYYaYYacYYYaYYYYWY"
            "YYaYaaYaYYYYYYYYYYWYYYYYYYaYaYYaYaYaaYYYYYYYYYYaYaYYYYYYYaYYYaYaaYaYaYYYYYaYYYYaWYYYYYYYYYWWYaaY"
            "aYaYaaaaaYYaYaYYYYaYaaYYaYeYaaaaeaaaaaaaaaaYWYWYYYYYYWYYYYYaYYYYaYYYaYYYYYYYYYYYYYaYYaaYYaYYYYYY"
            "YYYYYYYYYYYYYYYYYYYWYYYYYYaYYYYaYYYYYYaYaaYaaaaYYaaYYYaYYYYYYYYaYYYaYaYYYYYYYYYYYYYaaYaYaaaYYYaY"
            "aaaaaYaaaaaaaaaaaaYYaaYaaYaaYaaYYYYaaaaaaYaYaaaaaaaaaaaaaaa"
        ),
    ),
)
