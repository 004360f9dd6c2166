"""Opens an SQLite file that came from outside (a GeoPackage), for reading and nothing else.

The file is a stranger's: it is opened read-only and as one that nobody changes, its schema is not
trusted to call functions, and whoever opens it does so in a process of its own
(``core.base.territorio.processo``). Light to import: that process loads it by name.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def open_foreign(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection until the block ends.

    Raises:
        sqlite3.Error: the file is no SQLite database; the reader says so in its own words.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        yield connection
