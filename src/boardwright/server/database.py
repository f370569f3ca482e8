"""The databases of the log: SQLite in a file, or PostgreSQL by its URL. Opened to last, and migrated."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from boardwright.server import migrations

BUSY_SECONDS: Final = 0.2
"""SQLite waits this long for another process's lock before it reports one; the writer tries again."""

READERS: Final = 4
"""Threads that read, each with a connection."""


def open_engine(url: str | sa.URL) -> sa.Engine:
    """Return an engine whose commits are on disk when they return."""
    address = sa.make_url(url)
    # Draws are secrets: no error may carry the parameters of its statement.
    options: dict[str, Any] = {"hide_parameters": True, "pool_size": READERS + 1}
    if address.get_backend_name() == "sqlite":
        engine = sa.create_engine(address, connect_args={"timeout": BUSY_SECONDS}, **options)
        sa.event.listen(engine, "connect", _durable_sqlite)
    else:
        engine = sa.create_engine(address.set(drivername="postgresql+psycopg"), **options)
        sa.event.listen(engine, "connect", _durable_postgresql)
    return engine


def migrate(engine: sa.Engine) -> None:
    """Bring a database to the current schema."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def _durable_sqlite(connection: Any, _: Any) -> None:
    # WAL lets readers read while the writer writes; FULL waits for the disk at every commit.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _durable_postgresql(connection: Any, _: Any) -> None:
    # A cluster may be configured to acknowledge before the disk does. Stronger settings are kept.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()
