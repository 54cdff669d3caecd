from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.generate.with_model.whole_project import usage, whole_files
from tests.reproduce.generate.with_model.small_case import Lines, make_case


def test_files_that_matter_come_first_and_others_last(tmp_path: Path) -> None:
    case = make_case(tmp_path)
    for file in ("a.py", "config.yaml", "README.md"):
        (tmp_path / file).write_text(f"# {file}\n")
    (tmp_path / "empty.py").write_text("\n")
    (tmp_path / "vocabulary.json").write_text("[" + "1," * 5_000 + "1]")
    shown = whole_files(case, [Lines("model.py", 1, 6, "")])
    assert [part.file for part in shown] == ["model.py", "a.py", "README.md", "config.yaml"]
    assert (shown[0].first, shown[0].last) == (1, 6)
    assert [part.file for part in usage(case)] == ["README.md"]


def test_a_large_project_is_not_shown_at_once(tmp_path: Path) -> None:
    case = make_case(tmp_path)
    (tmp_path / "large.py").write_text("x = 1\n" * 50_000)
    assert whole_files(case, []) == []
