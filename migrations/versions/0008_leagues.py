"""Leagues of classes: who takes part, and their games, which whoever set them may stop."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BEFORE = "how IN ('rules', 'resigned', 'agreed')"
AFTER = "how IN ('rules', 'resigned', 'agreed', 'stopped')"


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def _endings(known: str) -> None:
    with op.batch_alter_table("games") as games:
        games.drop_constraint(op.f("ck_games_how"), type_="check")
        games.create_check_constraint(op.f("ck_games_how"), sa.text(known))


def upgrade() -> None:
    _endings(AFTER)
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("patience", sa.Integer(), nullable=False),
        sa.Column("bell_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("leagues", "class_id", "classes"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
    )
    op.create_index(op.f("ix_leagues_class_id"), "leagues", ["class_id"])
    going_on = sa.text("ended_at IS NULL")
    where = {"sqlite_where": going_on, "postgresql_where": going_on}
    op.create_index("ix_leagues_open", "leagues", ["class_id"], unique=True, **where)
    op.create_table(
        "league_players",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('ready', 'busy', 'absent', 'resting')", name=op.f("ck_league_players_state")
        ),
        _belongs("league_players", "league_id", "leagues"),
        _belongs("league_players", "pupil_id", "pupils"),
        sa.PrimaryKeyConstraint("league_id", "pupil_id", name=op.f("pk_league_players")),
    )
    op.create_index(op.f("ix_league_players_pupil_id"), "league_players", ["pupil_id"])
    op.create_table(
        "league_seats",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("half", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_league_seats_seat")),
        sa.CheckConstraint("half IN (1, 2)", name=op.f("ck_league_seats_half")),
        _belongs("league_seats", "game_id", "games"),
        _belongs("league_seats", "league_id", "leagues"),
        _belongs("league_seats", "pupil_id", "pupils"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_league_seats")),
        sa.UniqueConstraint(
            "league_id", "pupil_id", "number", name=op.f("uq_league_seats_league_id_pupil_id_number")
        ),
    )
    op.create_index(op.f("ix_league_seats_pupil_id"), "league_seats", ["pupil_id"])


def downgrade() -> None:
    for table in ("league_seats", "league_players", "leagues"):
        op.drop_table(table)
    op.execute("UPDATE games SET how = 'agreed', winner = NULL WHERE how = 'stopped'")
    _endings(BEFORE)
