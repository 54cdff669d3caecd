"""What lies in a project is read with care, and its test is inserted among others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seismograd.reproduce.results.saved_results import (
    CannotInsert,
    KeptPlace,
    find_kept,
    insert_test,
    list_kept,
    prune,
)
from seismograd.signed_files import write_signed

NAME = "20260102-030405-abcd"
RESULT: dict[str, Any] = {
    "version": 1,
    "status": "reproduced",
    "title": "halve fails",
    "why": "",
    "missing": [],
    "script": "/elsewhere/reproduce_halve.py",
    "criteria": [{"id": "c1", "fact": "f", "scope": "s", "check": "c()", "passed": True}],
    "provenance": [{"file": "arithmetic.py", "line": 3}],
    "control": {"kind": "variant", "fired": False, "what": "with NUMBER = 4"},
    "repeats": {"runs": 5, "fired": 5},
    "attempts": [{"generator": "g", "idea": "i", "outcome": "reproduced", "seconds": 1.5}],
    "test": "test_halve.py",
}


def keep(root: Path, name: str = NAME, **change: Any) -> Path:
    folder = root / ".seismograd" / "reproductions" / name
    folder.mkdir(parents=True)
    sign(folder / "result.json", json.dumps({**RESULT, **change}).encode())
    return folder


def sign(file: Path, content: bytes) -> None:
    """As a reproduction of this user leaves it."""
    write_signed(file, content, file.parents[3])


def test_what_was_handed_over_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "arithmetic.py").touch()
    folder = keep(tmp_path)
    for name in ("reproduce_halve.py", "reproduction.md", "report.md", "test_halve.py"):
        (folder / name).touch()
    (one,) = list_kept(tmp_path)
    assert (one.id, one.title, one.status) == (NAME, "halve fails", "reproduced")
    assert (one.script, one.test) == (folder / "reproduce_halve.py", folder / "test_halve.py")
    assert (one.write_up, one.report) == (folder / "reproduction.md", folder / "report.md")
    assert one.places == (KeptPlace(tmp_path / "arithmetic.py", 3),)
    assert (one.control, one.repeats) == ("variant, with NUMBER = 4", "5 of 5 runs")
    assert one.criteria[0].passed is True
    assert one.attempts[0].seconds == 1.5
    assert find_kept(tmp_path, NAME) == one


def test_the_newest_come_first_and_the_oldest_go(tmp_path: Path) -> None:
    for day in range(1, 6):
        keep(tmp_path, f"2026010{day}-000000-0000")
    assert [one.id[7] for one in list_kept(tmp_path, most=3)] == ["5", "4", "3"]
    prune(tmp_path, most=2)
    assert [one.id[7] for one in list_kept(tmp_path)] == ["5", "4"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[]",
        b'{"version": 2, "status": "reproduced"}',
        b'{"version": 1, "status": "wonderful"}',
        b'{"version": 1, "status": ["reproduced"]}',
        b"[" * 100_000,
        b'{"version": 1, "status": "reproduced", "title": "' + b"x" * 5_000_000 + b'"}',
        b"\xff\xfe\x00",
    ],
)
def test_what_makes_no_sense_is_not_there(tmp_path: Path, content: bytes) -> None:
    sign(keep(tmp_path) / "result.json", content)
    assert list_kept(tmp_path) == []
    assert find_kept(tmp_path, NAME) is None


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [None], [[]], [3], {"kind": 1}, True])
def test_parts_of_any_kind_do_no_harm(tmp_path: Path, value: object) -> None:
    names = [name for name in RESULT if name not in ("version", "status")]
    keep(tmp_path, **dict.fromkeys(names, value))
    (one,) = list_kept(tmp_path)
    assert one.places == ()
    assert one.script is None


def test_texts_are_short_and_on_one_line(tmp_path: Path) -> None:
    title = "a\n\x1b[2J\u202eb" + "c" * 10_000
    attempts = [{"idea": "i", "outcome": "o", "seconds": float("inf")}] * 10_000
    keep(tmp_path, title=title, attempts=attempts)
    (one,) = list_kept(tmp_path)
    assert one.title.startswith("a [2J b")
    assert one.title.isprintable()
    assert len(one.title) <= 1000
    assert len(one.attempts) <= 200
    assert one.attempts[0].seconds == 0.0


def test_nothing_outside_is_pointed_at(tmp_path: Path) -> None:
    root, other = tmp_path / "project", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    (other / "secret.py").touch()
    (root / "link.py").symlink_to(other / "secret.py")
    files = ["../other/secret.py", str(other / "secret.py"), "link.py", "a\0b", "none.py"]
    folder = keep(root, provenance=[{"file": file, "line": 1} for file in files])
    (folder / "reproduce_halve.py").symlink_to(other / "secret.py")
    (one,) = list_kept(root)
    assert (one.places, one.script) == ((), None)
    for name in ("..", ".", "", "../reproductions/" + NAME, "a/b"):
        assert find_kept(root, name) is None


def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    root, other = tmp_path / "project", tmp_path / "other"
    keep(other)
    root.mkdir()
    (root / ".seismograd").symlink_to(other / ".seismograd")
    assert list_kept(root) == []
    assert find_kept(root, NAME) is None


def test_a_test_is_copied_and_nothing_is_written_over(tmp_path: Path) -> None:
    folder = keep(tmp_path)
    sign(folder / "test_halve.py", b"def test(): ...\n")
    (tmp_path / "test").mkdir()
    (one,) = list_kept(tmp_path)
    copies = [insert_test(tmp_path, one) for _ in range(3)]
    assert [path.name for path in copies] == ["test_halve.py", "test_halve_2.py", "test_halve_3.py"]
    assert {path.parent for path in copies} == {tmp_path / "test"}
    assert {path.read_text() for path in copies} == {"def test(): ...\n"}


def test_what_cannot_be_inserted_is_told(tmp_path: Path) -> None:
    folder = keep(tmp_path)
    (one,) = list_kept(tmp_path)
    with pytest.raises(CannotInsert, match="no regression test"):
        insert_test(tmp_path, one)
    sign(folder / "test_halve.py", b"def test(): ...\n")
    (one,) = list_kept(tmp_path)
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (tmp_path / "tests").symlink_to(outside)
    with pytest.raises(CannotInsert, match="is a link"):
        insert_test(tmp_path, one)
