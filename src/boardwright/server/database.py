"""The databases of the log: SQLite in a file, or PostgreSQL by its URL. Opened to last, and migrated."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from boardwright.core.errors import ConfigError
from boardwright.server import migrations
from boardwright.server.data_folder import KEY_BYTES
from boardwright.server.failures import first_line

BUSY_SECONDS: Final = 0.2
"""A statement waits this long for another process's lock before it fails; the writer tries again."""

READERS: Final = 4
"""Threads that read, each with a connection."""


_POSTGRESQL: Final = {
    # A host that has gone answers nothing: without these a connection to it hangs for minutes.
    "connect_timeout": "2",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}
"""Parameters of connections, unless the URL says otherwise."""


_MIGRATING: Final = 0x626F617264
"""The number of the advisory lock under which a database is migrated."""


def file_url(path: Path) -> sa.URL:
    """The URL of a database in a file, whatever characters its name has."""
    return sa.URL.create("sqlite", database=str(path.absolute()))


def shared_url(text: str) -> sa.URL:
    """Read the URL of a PostgreSQL database. The sentences of errors do not repeat it: it may hold a password."""
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise ConfigError("database_unknown", path="database") from None
    if url.drivername != "postgresql" or not url.database:
        raise ConfigError("database_unknown", path="database")
    try:
        import psycopg  # noqa: F401
    except ModuleNotFoundError:
        raise ConfigError("postgres_missing", path="database") from None
    return url


def shared_key(url: sa.URL) -> bytes:
    """Return the key of the digests of a shared database: made once, by whichever server comes first."""
    try:
        engine = open_migrated(url)
        with engine.begin() as connection:
            # A database with matches had a key: a new one would fit none of them.
            connection.exec_driver_sql(
                "INSERT INTO secret (name, value) SELECT 'digest', %s::bytea"
                ' WHERE NOT EXISTS (SELECT 1 FROM "match") ON CONFLICT DO NOTHING',
                (secrets.token_bytes(KEY_BYTES),),
            )
            key: bytes | None = connection.exec_driver_sql("SELECT value FROM secret WHERE name = 'digest'").scalar()
    except sa.exc.OperationalError as error:
        raise ConfigError("database_unreachable", path="database", detail=first_line(error)) from None
    engine.dispose()
    if key is None:
        raise ConfigError("key_missing", path="secret")
    return key


def open_engine(url: str | sa.URL) -> sa.Engine:
    """Return an engine whose commits are on disk when they return."""
    address = sa.make_url(url)
    # Draws are secrets: no error may carry the parameters of its statement.
    options: dict[str, Any] = {"hide_parameters": True, "pool_size": READERS + 1}
    if address.get_backend_name() == "sqlite":
        engine = sa.create_engine(address, connect_args={"timeout": BUSY_SECONDS}, **options)
        sa.event.listen(engine, "connect", _durable_sqlite)
    else:
        kept = {name: value for name, value in _POSTGRESQL.items() if name not in address.query}
        address = address.set(drivername="postgresql+psycopg").update_query_dict(kept)
        engine = sa.create_engine(address, **options)
        sa.event.listen(engine, "connect", _durable_postgresql)
    return engine


def open_migrated(url: str | sa.URL) -> sa.Engine:
    """Return the engine of a database that has the current schema."""
    engine = open_engine(url)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def migrate(engine: sa.Engine) -> None:
    """Bring a database to the current schema."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    settings = Config()
    settings.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":
            # Another process may migrate at the same time: one after the other, however long it takes.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        settings.attributes["connection"] = connection
        try:
            command.upgrade(settings, "head")
        except CommandError:
            # It names a migration that is not ours: a later version of the program has made it.
            raise ConfigError("database_newer", path="database") from None


def _durable_sqlite(connection: Any, _: Any) -> None:
    # WAL lets readers read while the writer writes; FULL waits for the disk at every commit.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _durable_postgresql(connection: Any, _: Any) -> None:
    # A cluster may be configured to acknowledge before the disk does. Stronger settings are kept.
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(1000 * BUSY_SECONDS)}")
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()
