"""Places of matches for proofs: a folder with SQLite, or a database of a PostgreSQL cluster that can be killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from boardwright.server import database
from boardwright.server.data_folder import DATABASE, server_key

from .cluster import Cluster
from .harness import Server

SQLITE, POSTGRESQL = "sqlite", "postgresql"


class Place:
    """A database, and the servers that keep their matches there."""

    def __init__(self, folder: Path, cluster: Cluster | None) -> None:
        self.folder = folder
        self.cluster = cluster
        self.url = database.file_url(folder / DATABASE) if cluster is None else sa.make_url(cluster.database())

    def server(self, *options: str, number: int = 0) -> Server:
        """Start a server. On PostgreSQL several can run."""
        if self.cluster is None:
            return Server(self.folder, *options)
        text = self.url.render_as_string(hide_password=False)
        return Server(self.folder / f"server{number}", "--database", text, *options)

    @property
    def key(self) -> bytes:
        return server_key(self.folder) if self.cluster is None else database.shared_key(self.url)


@contextmanager
def place(backend: str, folder: Path) -> Iterator[Place]:
    """A new place. Its cluster waits for the disk, as in earnest."""
    folder.mkdir(parents=True)
    cluster = Cluster(fsync=True) if backend == POSTGRESQL else None
    try:
        yield Place(folder, cluster)
    finally:
        if cluster is not None:
            cluster.remove()
