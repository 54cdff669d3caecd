from __future__ import annotations

import os

from tests.cli.conftest import Project


def _files(project: Project, *words: str) -> list[str]:
    return sorted({file for file, _ in project.check(*words).places})


def test_gitignore_is_respected_at_every_level(project: Project) -> None:
    (project.folder / ".git").mkdir()
    project.write(".gitignore", "ignored/\n*_generated.py\n")
    project.write("src/.gitignore", "local.py\n!kept_generated.py\n")
    for name in ("a.py", "ignored/b.py", "x_generated.py", "local.py"):
        project.write(name)
    for name in ("local.py", "kept_generated.py", "y_generated.py", "ok.py"):
        project.write(f"src/{name}")
    assert _files(project) == ["a.py", "local.py", "src/kept_generated.py", "src/ok.py"]
    assert _files(project, "src") == ["src/kept_generated.py", "src/ok.py"]


def test_what_is_named_is_checked_even_if_ignored(project: Project) -> None:
    (project.folder / ".git").mkdir()
    project.write(".gitignore", "out/\n")
    project.write("out/deep/a.py")
    project.write("venv/lib/b.py")
    assert _files(project) == []
    assert _files(project, "out/deep/a.py", "venv/lib/b.py") == ["out/deep/a.py", "venv/lib/b.py"]
    assert _files(project, "out/deep") == ["out/deep/a.py"]
    assert _files(project, "venv/lib") == ["venv/lib/b.py"]


def test_excludes_of_pyproject_count_from_its_folder(project: Project) -> None:
    project.write("pyproject.toml", '[tool.seismograd]\nexclude = ["src/old", "*_pb.py"]\n')
    for name in ("src/old/a.py", "src/new/old/b.py", "src/x_pb.py", "build/c.py", "d.py"):
        project.write(name)
    assert _files(project) == ["d.py", "src/new/old/b.py"]
    assert _files(project, "src") == ["src/new/old/b.py"]
    assert _files(project, "src/old") == ["src/old/a.py"]


def test_excludes_of_the_command_line_replace_those_of_pyproject(project: Project) -> None:
    project.write("pyproject.toml", '[tool.seismograd]\nexclude = ["old"]\n')
    project.write("old/a.py")
    project.write("new/b.py")
    assert _files(project, "--exclude", "new/b.py,other") == ["old/a.py"]


def test_exclusion_can_be_forced_on_what_is_named(project: Project) -> None:
    project.write("pyproject.toml", '[tool.seismograd]\nexclude = ["src/old", "*_pb.py"]\n')
    project.write("src/inner/pyproject.toml", '[tool.seismograd]\nexclude = ["gone.py"]\n')
    named = ["src/old/deep/a.py", "src/x_pb.py", "src/inner/gone.py", "gone.py", "src/b.py"]
    for name in named:
        project.write(name)
    assert _files(project, *named) == sorted(named)
    assert _files(project, "--force-exclude", *named) == ["gone.py", "src/b.py"]
    assert _files(project, "--force-exclude", "src/old") == []
    given = _files(project, "--force-exclude", "--exclude", "src/b.py", *named)
    assert given == sorted(set(named) - {"src/b.py"})


def test_a_nested_project_excludes_below_itself(project: Project) -> None:
    project.write("inner/pyproject.toml", '[tool.seismograd]\nexclude = ["gone.py"]\n')
    project.write("inner/gone.py")
    project.write("gone.py")
    assert _files(project) == ["gone.py"]


def test_links_do_not_loop_nor_repeat(project: Project) -> None:
    project.write("pkg/a.py")
    os.symlink(project.folder, project.folder / "pkg" / "up")
    os.symlink(project.folder / "pkg" / "a.py", project.folder / "alias.py")
    os.symlink("self.py", project.folder / "self.py")
    os.symlink("nowhere.py", project.folder / "dangling.py")
    assert _files(project) == ["pkg/a.py"]
    assert [error["file"] for error in project.check("self.py").json["errors"]] == ["self.py"]


def test_overlapping_paths_are_checked_once(project: Project) -> None:
    project.write("pkg/a.py")
    assert project.check("pkg", ".", "pkg/a.py").places == [("pkg/a.py", 2)]


def test_other_files_are_left_alone_unless_named(project: Project) -> None:
    project.write("script")
    project.write("notes.txt")
    assert _files(project) == []
    assert _files(project, "script") == ["script"]


def test_files_without_deep_learning_words_are_skipped(project: Project) -> None:
    project.write("tool.py", "x = 1  # seismograd: ignore\n")
    assert project.check().places == []


def test_a_default_set_of_folders_is_left_out(project: Project) -> None:
    for folder in (".venv", "node_modules", "build", "__pycache__"):
        project.write(f"{folder}/a.py")
    assert _files(project) == []
