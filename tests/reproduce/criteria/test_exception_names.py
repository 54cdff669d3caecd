"""Names of exceptions."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.matching.names import are_related, is_a, same_file


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("RuntimeError", "RuntimeError"),
        ("torch.OutOfMemoryError", "torch.cuda.OutOfMemoryError"),
        ("torch.OutOfMemoryError", "RuntimeError"),
        ("KeyError", "LookupError"),
        ("ModuleNotFoundError", "ImportError"),
        ("FileNotFoundError", "IOError"),
        ("json.decoder.JSONDecodeError", "ValueError"),
        ("project.errors.ShapeError", "ShapeError"),
        ("project.errors.ShapeError", "Exception"),
    ],
)
def test_names_match_without_module_and_by_ancestors(seen: str, wanted: str) -> None:
    assert is_a(seen, wanted)


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("LookupError", "KeyError"),
        ("ValueError", "TypeError"),
        ("KeyboardInterrupt", "Exception"),
        ("project.ShapeError", "project.SizeError"),
    ],
)
def test_other_names_do_not(seen: str, wanted: str) -> None:
    assert not is_a(seen, wanted)


def test_relatives_share_more_than_exception() -> None:
    assert are_related("KeyError", "IndexError")
    assert not are_related("ValueError", "TypeError")


def test_files_match_by_the_end_of_their_path() -> None:
    assert same_file("src/net/model.py", "model.py")
    assert same_file(r"C:\work\net\model.py", "./net/model.py")
    assert not same_file("net/model.py", "other/model.py")
    assert not same_file("", "model.py")
