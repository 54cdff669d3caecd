from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.context.gather import ContextPart
from seismograd.reproduce.context.project_files import is_inside
from seismograd.reproduce.generate.with_model.project_parts import Contexts, usage, whole_files
from tests.reproduce.generate.with_model.small_case import make_case, part_in


def part(name: str, size: int = 300) -> ContextPart:
    return part_in(f"{name}.py", 1, 1, "x" * size)


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
    foreign = part_in("link.py", 1, 1, "x")
    assert Contexts([foreign], root).window(0, 1_000) == []


@pytest.mark.parametrize("tokens", [50, 500, 5_000])
def test_a_window_keeps_to_its_room(tmp_path: Path, tokens: int) -> None:
    contexts = Contexts([part(name, 400) for name in "abcdefghij"], tmp_path)
    for index in range(5):
        assert sum(len(p.text) for p in contexts.window(index, tokens)) / 3.2 <= tokens


def test_files_that_matter_come_first_and_others_last(tmp_path: Path) -> None:
    case = make_case(tmp_path)
    for file in ("a.py", "config.yaml", "README.md"):
        (tmp_path / file).write_text(f"# {file}\n")
    (tmp_path / "empty.py").write_text("\n")
    (tmp_path / "vocabulary.json").write_text("[" + "1," * 5_000 + "1]")
    shown = whole_files(case, [part_in("model.py", 1, 6, "")])
    assert [part.file for part in shown] == ["model.py", "a.py", "README.md", "config.yaml"]
    assert (shown[0].first, shown[0].last) == (1, 6)
    assert [part.file for part in usage(case)] == ["README.md"]


def test_a_large_project_is_not_shown_at_once(tmp_path: Path) -> None:
    case = make_case(tmp_path)
    (tmp_path / "large.py").write_text("x = 1\n" * 50_000)
    assert whole_files(case, []) == []
