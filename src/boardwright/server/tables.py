"""The tables of the log. A migration in `migrations/` brings a database to this shape."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

match = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("preset", sa.Text, nullable=False),
    sa.Column("config", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("result", sa.Text),
    # The time of the last event or an earlier one: `Log.idle` brings it up to date, so that appends need not.
    sa.Column("active", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("spectators_token", sa.Text),
    sa.Column("clock", sa.Text),
    sa.Column("help", sa.Integer, nullable=False, server_default="0"),
    # The id of the first of the matches that follow each other as rematches; null for that one.
    sa.Column("chain", sa.Text),
)

unfinished = sa.Index(
    "match_unfinished",
    match.c.active,
    match.c.id,
    sqlite_where=match.c.finished.is_(None),
    postgresql_where=match.c.finished.is_(None),
)

chained = sa.Index(
    "match_chain", match.c.chain, sqlite_where=match.c.chain.is_not(None), postgresql_where=match.c.chain.is_not(None)
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("actor", sa.Integer, nullable=False),
    sa.Column("action", sa.BigInteger),
    sa.Column("draw", sa.BigInteger),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("state_digest", sa.LargeBinary, nullable=False),
    sa.Column("agent", sa.Text),
    sa.Column("seed", sa.BigInteger),
)

uptime = sa.Table(
    "uptime",
    metadata,
    # A row for each time in which a process was alive, from its start to its last heartbeat.
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("started", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

secret = sa.Table(
    "secret",
    metadata,
    # The key of the digests, where several servers share the database. A server with a folder keeps it there.
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
