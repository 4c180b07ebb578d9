"""Classes: pupils, the tasks that were set, and the tries at them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def _belongs(table: str, column: str, to: str, kind: str = "id") -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.{kind}"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "classes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=12), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("own_names", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("language IN ('es', 'en')", name=op.f("ck_classes_language")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classes")),
        sa.UniqueConstraint("code", name=op.f("uq_classes_code")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_classes_secret_hash")),
    )
    op.create_index(op.f("ix_classes_used_at"), "classes", ["used_at"])
    op.create_table(
        "pupils",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("alias", sa.String(length=60), nullable=False),
        sa.Column("own_name", sa.String(length=20), nullable=True),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("phrase_hash", sa.String(length=64), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("pupils", "class_id", "classes"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pupils")),
        sa.UniqueConstraint("class_id", "alias", name=op.f("uq_pupils_class_id_alias")),
    )
    op.create_table(
        "pupil_keys",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("pupil_keys", "pupil_id", "pupils"),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_pupil_keys")),
    )
    op.create_index(op.f("ix_pupil_keys_pupil_id"), "pupil_keys", ["pupil_id"])
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("allowed", sa.String(length=40), nullable=False),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("par", sa.Double(), nullable=True),
        sa.Column("par_exact", sa.Boolean(), nullable=False),
        sa.Column("par_low", sa.Double(), nullable=True),
        sa.Column("par_high", sa.Double(), nullable=True),
        sa.Column("solution", sa.Text(), nullable=True),
        sa.Column("par_state", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_assignments_seat")),
        sa.CheckConstraint("par_state IN ('waiting', 'done')", name=op.f("ck_assignments_par_state")),
        _belongs("assignments", "class_id", "classes"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
    )
    op.create_index(op.f("ix_assignments_class_id"), "assignments", ["class_id"])
    op.create_index(op.f("ix_assignments_par_state"), "assignments", ["par_state"])
    op.create_table(
        "class_tries",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("pupil_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        _belongs("class_tries", "game_id", "games"),
        _belongs("class_tries", "assignment_id", "assignments"),
        _belongs("class_tries", "pupil_id", "pupils"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_class_tries")),
        sa.UniqueConstraint(
            "assignment_id", "pupil_id", "number", name=op.f("uq_class_tries_assignment_id_pupil_id_number")
        ),
    )
    op.create_index(op.f("ix_class_tries_pupil_id"), "class_tries", ["pupil_id"])


def downgrade() -> None:
    for table in ("class_tries", "assignments", "pupil_keys", "pupils", "classes"):
        op.drop_table(table)
