from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.context.project_files import text_files, text_of


def make(root: Path, *files: str) -> None:
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"the text of {file}")


def test_nothing_hidden_ignored_or_foreign_is_told(tmp_path: Path) -> None:
    root = tmp_path / "project"
    make(
        root,
        "a.py", "pkg/b.py", "README.md", "conf/x.yaml", ".env", ".git/config.toml", "data.npz",
        "build/c.py", "private/keys.json", "venv/d.py",
    )  # fmt: skip
    (root / ".gitignore").write_text("private/\n")
    make(tmp_path, "outside.py")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    (root / "linked").symlink_to(tmp_path)
    assert text_files(root) == ["README.md", "a.py", "conf/x.yaml", "pkg/b.py"]
    assert text_of(root, "pkg/b.py") == "the text of pkg/b.py"
    for file in (
        ".env", "link.py", "../outside.py", str(tmp_path / "outside.py"), "private/keys.json",
        "linked/outside.py", "pkg/../../outside.py", "",
    ):  # fmt: skip
        assert text_of(root, file) is None
