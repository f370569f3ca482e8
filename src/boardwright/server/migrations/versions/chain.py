"""The chain of a match: the first of the matches that follow each other as rematches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column and its index: rematches that exist are chains of their own."""
    op.add_column("match", sa.Column("chain", sa.Text))
    follows = sa.text("chain IS NOT NULL")
    op.create_index("match_chain", "match", ["chain"], sqlite_where=follows, postgresql_where=follows)
