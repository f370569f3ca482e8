"""Whether people who play against each other may ask agents for help."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column: no help in the matches that exist."""
    op.add_column("match", sa.Column("help", sa.Integer, nullable=False, server_default="0"))
