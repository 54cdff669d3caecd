"""Data that is shown to code inside is no way to programs that listen in it."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from seismograd_sandbox.host import project_copy, special_files
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.special_files import bound_sockets, sockets_and_pipes
from tests.security.inner_scripts import told

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls are those of Linux")
Opening = Callable[..., Session]
REACHED = """
    import json, os, socket, sys
    reached = []
    for path in sys.argv[1:]:
        try:
            with socket.socket(socket.AF_UNIX) as caller:
                caller.connect(path)
            reached.append(path)
        except OSError:
            pass
        for flags in (os.O_RDONLY, os.O_RDWR):
            try:
                os.close(os.open(path, flags | os.O_NONBLOCK))
                reached.append(path)
            except OSError:
                pass
    print(json.dumps(reached))
"""


@pytest.fixture
def data() -> Iterator[Path]:
    """With a short path, as those of sockets have to be."""
    with tempfile.TemporaryDirectory(prefix="data-", dir="/var/tmp") as folder:
        yield Path(folder)


@contextmanager
def listening(*places: Path) -> Iterator[None]:
    """By names that the kernel does not know in full, as programs with long paths do it."""
    with ExitStack() as ends:
        for place in places:
            server = ends.enter_context(socket.socket(socket.AF_UNIX))
            before = os.getcwd()
            os.chdir(place.parent)
            try:
                server.bind(place.name)
            finally:
                os.chdir(before)
            server.listen()
        yield


def fill(folder: Path) -> None:
    (folder / "deeper").mkdir()
    (folder / "values.csv").write_text("1,2\n")
    os.mkfifo(folder / "deeper" / "pipe")


def inside(folder: Path) -> list[Path]:
    return [folder / "socket", folder / "deeper" / "socket", folder / "deeper" / "pipe"]


def test_data_that_was_named(open_walled: Opening, data: Path) -> None:
    fill(data)
    with listening(data / "socket", data / "deeper" / "socket"):
        session = open_walled(readable=(data,))
        assert told(session, REACHED, *inside(data)) == []
        assert told(session, REACHED, data / "values.csv") == [str(data / "values.csv")]


def test_a_data_set_of_the_project(
    open_walled: Opening, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "MANY_FILES", 2)
    fill(data)
    project = data.parent / f"{data.name}-project"
    for number in range(3):
        (data / f"{number}.csv").touch()
    with ExitStack() as ends:
        ends.enter_context(_as_data_set(data, project))
        ends.enter_context(listening(*inside(project / "data")[:2]))
        session = open_walled(project=project)
        assert told(session, REACHED, *inside(project / "data")) == []
        assert told(session, REACHED, "data/values.csv") == ["data/values.csv"]


@contextmanager
def _as_data_set(data: Path, project: Path) -> Iterator[None]:
    project.mkdir()
    data.rename(project / "data")
    try:
        yield
    finally:
        (project / "data").rename(data)
        project.rmdir()


def test_sockets_with_full_names_are_found_in_folders_of_any_size(
    open_walled: Opening, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(special_files, "MOST_ENTRIES", 0)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(data / "a socket"))
        server.listen()
        assert data / "a socket" in bound_sockets()
        assert told(open_walled(readable=(data,)), REACHED, data / "a socket") == []


def test_what_is_gone_by_the_time_of_a_run_is_no_obstacle(open_walled: Opening, data: Path) -> None:
    fill(data)
    session = open_walled(readable=(data,))
    (data / "deeper" / "pipe").unlink()
    assert told(session, REACHED, *inside(data)) == []


def test_only_so_many_entries_are_looked_at(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(data)
    assert sockets_and_pipes([data]) == [data / "deeper" / "pipe"]
    monkeypatch.setattr(special_files, "MOST_ENTRIES", 2)
    assert sockets_and_pipes([data]) == []


def test_folders_that_nobody_can_read_are_passed_over(tmp_path: Path) -> None:
    assert sockets_and_pipes([tmp_path / "missing"]) == []
