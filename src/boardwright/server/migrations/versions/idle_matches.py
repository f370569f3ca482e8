"""The time of activity of a match, and the index by which idle matches are found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column, not later than the last event of each match, and the index of unfinished matches."""
    op.add_column("match", sa.Column("active", sa.BigInteger, nullable=False, server_default="0"))
    op.execute('UPDATE "match" SET active = created')
    running = sa.text("finished IS NULL")
    op.create_index("match_unfinished", "match", ["active", "id"], sqlite_where=running, postgresql_where=running)
