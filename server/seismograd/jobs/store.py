"""Jobs in an SQLite file that several processes use at once."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from seismograd.jobs.job import JobRecord, JobState
from seismograd.jobs.owner import Owner

BUSY_SECONDS = 5.0
KEPT_JOBS = 1_000
STALE_SECONDS = 2 * 24 * 3600.0
"""A job of another machine of which nothing was heard for so long is over."""
APPLICATION = 0x5347_4A42
MIGRATIONS = (
    """
    CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        state TEXT NOT NULL,
        queued REAL NOT NULL,
        started REAL,
        ended REAL,
        message TEXT,
        result TEXT,
        owner_host TEXT NOT NULL,
        owner_process INTEGER NOT NULL,
        owner_born TEXT NOT NULL,
        heard REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX jobs_by_time ON jobs (queued);
    """,
)
"""Each makes the next version of the schema out of the one before."""
COMPANIONS = ("", "-wal", "-shm", "-journal")
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_OPEN_STATES = (JobState.QUEUED.value, JobState.RUNNING.value)
_COLUMNS = "id, kind, title, state, queued, started, ended, message, result"


class StoreDamaged(Exception):
    """The file is none of ours, or has been broken."""


class StoreUnusable(Exception):
    """The file must be left as it is; the message says why."""


class JobStore:
    """Every call is one short transaction; what it has returned from survives a crash.

    Raises `sqlite3.Error` and `OSError`.
    """

    def __init__(self, path: Path) -> None:
        """Opens or makes the file; also raises `StoreDamaged` and `StoreUnusable`."""
        _refuse_irregular(path)
        self._path = path
        self._connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        self._connection.text_factory = _text
        try:
            self._prepare()
            self._identities = self._present_files()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            if _is_damage(error):
                raise StoreDamaged(str(error)) from error
            raise
        except BaseException:
            self._connection.close()
            raise

    @property
    def is_in_place(self) -> bool:
        """Whether the files still lie where they were opened; others would go on with new ones."""
        return self._present_files().items() >= self._identities.items()

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def keep(self, record: JobRecord, owner: Owner) -> None:
        """Write down a job in full, new or known."""
        values = (
            record.id,
            record.kind,
            _writable(record.title),
            record.state.value,
            record.queued,
            record.started,
            record.ended,
            _writable(record.message),
            _writable(record.result),
            owner.host,
            owner.process,
            owner.born,
            time.time(),
        )
        with self._transaction():
            self._connection.execute(
                f"INSERT OR REPLACE INTO jobs VALUES ({', '.join('?' * len(values))})", values
            )

    def recent(self, most: int) -> list[JobRecord]:
        """Newest first."""
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM jobs ORDER BY queued DESC, id LIMIT ?", (most,)
        ).fetchall()
        return [record for row in rows if (record := _record(row)) is not None]

    def interrupt_abandoned(self) -> list[JobRecord]:
        """Mark the jobs whose process is gone, and say which ones were not marked before."""
        abandoned = [job for job, owner, heard in self._unfinished() if _is_over(owner, heard)]
        return [record for job in abandoned if (record := self._interrupt(job)) is not None]

    def prune(self) -> None:
        """Forget the oldest jobs that are over, beyond a number that nobody reads."""
        with self._transaction():
            self._connection.execute(
                f"DELETE FROM jobs WHERE state NOT IN (?, ?) AND id NOT IN "
                f"(SELECT id FROM jobs ORDER BY queued DESC LIMIT {KEPT_JOBS})",
                _OPEN_STATES,
            )

    def _present_files(self) -> dict[str, tuple[int, int]]:
        found = {}
        for companion in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                status = os.stat(f"{self._path}{companion}")
                found[companion] = (status.st_dev, status.st_ino)
        return found

    def _unfinished(self) -> list[tuple[str, Owner, float]]:
        rows = self._connection.execute(
            "SELECT id, owner_host, owner_process, owner_born, heard FROM jobs"
            " WHERE state IN (?, ?)",
            _OPEN_STATES,
        ).fetchall()
        return [(row[0], Owner(*row[1:4]), row[4]) for row in rows if _is_owned(row)]

    def _interrupt(self, job: str) -> JobRecord | None:
        with self._transaction():
            changed = self._connection.execute(
                "UPDATE jobs SET state = ?, ended = heard WHERE id = ? AND state IN (?, ?)",
                (JobState.INTERRUPTED.value, job, *_OPEN_STATES),
            ).rowcount
            if not changed:
                return None  # another process was faster, and tells of it
            row = self._connection.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (job,)
            ).fetchone()
        return _record(row)

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA trusted_schema = OFF")
        self._connection.execute("PRAGMA cell_size_check = ON")
        self._use_write_ahead_log()
        self._connection.execute("PRAGMA synchronous = FULL")
        with self._transaction():
            self._migrate()
        self._check_integrity()

    def _use_write_ahead_log(self) -> None:
        """Where the disk has no shared memory another kind of journal stays, which is as safe."""
        end = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL").fetchone()
                return
            except sqlite3.OperationalError as error:
                # The change of the journal does not wait for other processes by itself.
                if not _is_busy(error) or time.monotonic() > end:
                    raise
                time.sleep(0.02)

    def _migrate(self) -> None:
        version = self._pragma("user_version")
        if version > len(MIGRATIONS):
            raise StoreUnusable(f"{self._path} was written by a newer version of Seismograd")
        if version < 0 or (version == 0 and self._schema()):
            raise StoreDamaged("it holds something else")
        for migration in MIGRATIONS[version:]:
            for statement in filter(str.strip, migration.split(";")):
                self._connection.execute(statement)
        if version < len(MIGRATIONS):
            self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self._connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _check_integrity(self) -> None:
        # Code without a sandbox may have changed the file: its triggers would run in our name.
        if self._schema() != _own_schema() or self._pragma("application_id") != APPLICATION:
            raise StoreDamaged("it holds something else")
        ((verdict,),) = self._connection.execute("PRAGMA quick_check(1)").fetchall()
        if verdict != "ok":
            raise StoreDamaged(str(verdict))

    def _schema(self) -> set[tuple[Any, ...]]:
        return _schema_of(self._connection)

    def _pragma(self, name: str) -> int:
        return int(self._connection.execute(f"PRAGMA {name}").fetchone()[0])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        # Immediate: a transaction that begins by reading could not wait for others later on.
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise


def _text(raw: bytes) -> str:
    """Broken pages may hold anything, also in the schema."""
    return raw.decode("utf-8", "replace")


def _schema_of(connection: sqlite3.Connection) -> set[tuple[Any, ...]]:
    return set(connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall())


def _own_schema() -> set[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for migration in MIGRATIONS:
            connection.executescript(migration)
        return _schema_of(connection)


def _refuse_irregular(path: Path) -> None:
    for companion in COMPANIONS:
        file = Path(f"{path}{companion}")
        try:
            found = os.lstat(file)
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise StoreUnusable(f"{file} is not a regular file")


def _is_damage(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def _is_busy(error: Exception) -> bool:
    """Whether other processes held the file for too long."""
    busy = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in busy


def _is_over(owner: Owner, heard: float) -> bool:
    return owner.is_gone() if owner.is_here else time.time() - heard > STALE_SECONDS


def _is_owned(row: Sequence[object]) -> bool:
    kinds = (str, str, int, str, float)
    return all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))


def _writable(text: str | None) -> str | None:
    """Names of files may hold bytes that are no text."""
    return text and text.encode("utf-8", "backslashreplace").decode("utf-8")


def _record(row: Sequence[Any]) -> JobRecord | None:
    """A row; None where somebody else wrote it."""
    job, kind, title, state, queued, started, ended, message, result = row
    texts = (job, kind, title, message or "", result or "")
    times = (queued, started or 0.0, ended or 0.0)
    if (
        not all(isinstance(text, str) for text in texts)
        or not all(isinstance(moment, float) and 0.0 <= moment < 1e11 for moment in times)
        or state not in tuple(JobState)
    ):
        return None
    return JobRecord(job, kind, title, JobState(state), queued, started, ended, message, result)
