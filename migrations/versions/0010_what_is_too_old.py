"""Indices for deleting what is too old, so that it takes as long with a million games as with a thousand."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unfinished = sa.text("ended_at IS NULL")
    where = {"sqlite_where": unfinished, "postgresql_where": unfinished}
    op.create_index("ix_games_unfinished", "games", ["updated_at"], **where)
    op.create_index(op.f("ix_reviews_updated_at"), "reviews", ["updated_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_reviews_updated_at"), "reviews")
    op.drop_index("ix_games_unfinished", "games")
