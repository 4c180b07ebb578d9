"""Games, seats, keys and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("entry", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("request", sa.String(length=8), nullable=True),
        sa.Column("request_by", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("previous_id", sa.String(length=12), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("computer_due", sa.Boolean(), nullable=False),
        sa.Column("lease_by", sa.String(length=32), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("how IN ('rules', 'resigned', 'agreed')", name=op.f("ck_games_how")),
        sa.CheckConstraint("mode IN ('computer', 'screen', 'link', 'machines')", name=op.f("ck_games_mode")),
        sa.CheckConstraint("request IN ('undo', 'draw')", name=op.f("ck_games_request")),
        sa.CheckConstraint("(ended_at IS NULL) = (how IS NULL)", name=op.f("ck_games_ended")),
        sa.CheckConstraint("(request IS NULL) = (request_by IS NULL)", name=op.f("ck_games_request_by")),
        sa.CheckConstraint("turn IN (0, 1)", name=op.f("ck_games_turn")),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_games_winner")),
        sa.ForeignKeyConstraint(
            ["previous_id"], ["games.id"], name=op.f("fk_games_previous_id_games"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("previous_id", name=op.f("uq_games_previous_id")),
    )
    op.create_index("ix_games_computer_due", "games", ["computer_due", "lease_until"])
    op.create_index(op.f("ix_games_updated_at"), "games", ["updated_at"])

    op.create_table(
        "events",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("at_version", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("move", sa.String(length=256), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("request", sa.String(length=8), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_events_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "revision", name=op.f("pk_events")),
        sa.UniqueConstraint("game_id", "version", name=op.f("uq_events_game_id_version")),
    )
    op.create_table(
        "seat_keys",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_seat_keys_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_seat_keys")),
    )
    op.create_index(op.f("ix_seat_keys_game_id"), "seat_keys", ["game_id"])

    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=True),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.CheckConstraint("(kind = 'computer') = (level IS NOT NULL)", name=op.f("ck_seats_level")),
        sa.CheckConstraint("kind IN ('person', 'open', 'computer')", name=op.f("ck_seats_kind")),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_seats_seat")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"])


def downgrade() -> None:
    for table in ("seats", "seat_keys", "events", "games"):
        op.drop_table(table)
