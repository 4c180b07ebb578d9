"""Challenges of the day, who tried them, and games that are set as tasks."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("task", sa.String(length=80), nullable=True))
    op.add_column("games", sa.Column("allowed", sa.String(length=40), nullable=False, server_default=""))
    op.create_table(
        "challenges",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("par", sa.Double(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_challenges_seat")),
        sa.PrimaryKeyConstraint("day", "slug", name=op.f("pk_challenges")),
    )
    op.create_table(
        "attempts",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_attempts_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_attempts")),
        sa.UniqueConstraint(
            "player_id", "day", "slug", "number", name=op.f("uq_attempts_player_id_day_slug_number")
        ),
    )
    op.create_index(op.f("ix_attempts_day_slug"), "attempts", ["day", "slug"])
    op.create_table(
        "player_keys",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_player_keys")),
    )
    op.create_index(op.f("ix_player_keys_player_id"), "player_keys", ["player_id"])


def downgrade() -> None:
    op.drop_table("player_keys")
    op.drop_table("attempts")
    op.drop_table("challenges")
    op.drop_column("games", "allowed")
    op.drop_column("games", "task")
