from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.context.project_files import is_inside
from seismograd.reproduce.generate.with_model.contexts import Contexts
from tests.reproduce.generate.with_model.small_case import Lines


def part(name: str, size: int = 300) -> Lines:
    return Lines(f"{name}.py", 1, 1, "x" * size)


def names(parts: object) -> str:
    return "".join(p.file[0] for p in parts)  # type: ignore[attr-defined]


def test_the_best_parts_stay_and_the_others_take_turns(tmp_path: Path) -> None:
    contexts = Contexts([part(name) for name in "abcdefgh"], tmp_path)
    shown = [names(contexts.window(index, 600)) for index in range(3)]
    assert shown == ["abcde", "abfgh", "abcde"]


def test_what_is_too_big_is_passed_over_and_nothing_may_fit(tmp_path: Path) -> None:
    contexts = Contexts([part("a", 100_000), part("b")], tmp_path)
    assert names(contexts.window(0, 1_000)) == "b"
    assert names(contexts.window(3, 1_000)) == "b"
    assert contexts.window(0, 10) == []
    assert Contexts([], tmp_path).window(2, 1_000) == []


def test_only_files_of_the_project_are_shown(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "secret.py").write_text("x")
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    for name in ("../secret.py", "a/../../secret.py", str(tmp_path / "secret.py"), "link.py"):
        assert not is_inside(name, root)
    assert is_inside("a/b.py", root)
    foreign = Lines("link.py", 1, 1, "x")
    assert Contexts([foreign], root).window(0, 1_000) == []


@pytest.mark.parametrize("tokens", [50, 500, 5_000])
def test_a_window_keeps_to_its_room(tmp_path: Path, tokens: int) -> None:
    contexts = Contexts([part(name, 400) for name in "abcdefghij"], tmp_path)
    for index in range(5):
        assert sum(len(p.text) for p in contexts.window(index, tokens)) / 3.2 <= tokens
