"""The token of spectators, for matches that not everyone may watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column: anyone may watch the matches that exist."""
    op.add_column("match", sa.Column("spectators_token", sa.Text))
