"""The time of activity of a match with the index of idle matches, and the table of the server's secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column, not later than the last event of each match, its index, and the table."""
    op.add_column("match", sa.Column("active", sa.BigInteger, nullable=False, server_default="0"))
    op.execute('UPDATE "match" SET active = created')
    running = sa.text("finished IS NULL")
    op.create_index("match_unfinished", "match", ["active", "id"], sqlite_where=running, postgresql_where=running)
    op.create_table(
        "secret",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
