"""The clock of a match, and the times in which a server was alive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column, empty for the matches that exist, and the table."""
    op.add_column("match", sa.Column("clock", sa.Text))
    op.create_table(
        "uptime",
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
