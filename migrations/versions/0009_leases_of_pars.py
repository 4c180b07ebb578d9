"""Leases of pars: who computes the par of a task, so that no two processes do."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("assignments", sa.Column("lease_by", sa.String(length=32), nullable=True))
    op.add_column("assignments", sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("assignments", "lease_until")
    op.drop_column("assignments", "lease_by")
