"""What somebody is told who has never played: how a move is made, where the rules are, how to sit down."""

from __future__ import annotations

from tests.people import Person, two_at_a_table


def test_whoever_has_not_moved_yet_is_told_how(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    assert ana.look().text("como-jugar") == "Toca la línea entre dos puntos vecinos."
    assert not bea.look().has("como-jugar")
    ana.play("a1b1")
    assert bea.look().has("como-jugar")
    bea.play("a2b2")
    assert not ana.look().has("como-jugar")


def test_somebody_whose_role_has_changed_is_told_again(ana: Person) -> None:
    ana.make("gusano", tablero="board=square4 rows=3 cols=3 start=a1", modo="screen")
    assert "corto" in ana.look().text("como-jugar")
    for move in ("a2", "a3"):
        ana.play(move)
    assert not ana.look().has("como-jugar")
    for move in ("b3", "c3", "c2", "c1", "b1", "b2"):
        ana.play(move)
    assert "corto" in ana.look().text("como-jugar")


def test_the_rules_are_one_link_away_from_every_game(ana: Person) -> None:
    for line in ("timbiriche rows=3 cols=3", "gusano rows=4 cols=4 start=b2", "ayu size=7", "gyges"):
        ana.make_from(line, "person", "person")
        assert f'href="/juegos/{line.split()[0]}/reglas"' in ana.look().html


def test_sitting_down_and_inviting_are_the_first_of_the_actions(ana: Person, bea: Person) -> None:
    ana.make("gyges", modo="link")
    for page, action in ((ana.look(), "invitar"), (bea.open(ana.game), "sentarse")):
        assert page.has("sitio")
        actions = page.html[page.html.index('class="actions"') :]
        assert f'class="button primary" id="{action}"' in actions[: actions.index("</a>")]
