"""A repository is read without running anything of it, and without being led to another one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.reproduce.commits.repository import GitError, NotARepository
from seismograd.reproduce.commits.worktrees import worktree
from tests import parts
from tests.security.hostile_environments import set_program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    parts.module("git")
    folder = tmp_path / "project"
    folder.mkdir()
    _commit(folder, "train.py", "print('trained')\n")
    return folder


def _commit(folder: Path, name: str, text: str) -> None:
    if not (folder / ".git").exists():
        _git(folder, "init", "--quiet", "-b", "main")
    (folder / name).write_text(text)
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "-m", name)


def _take_all(folder: Path, parent: Path) -> None:
    parent.mkdir(exist_ok=True)
    with worktree(folder, "HEAD", parent=parent) as made:
        assert (made.root / "train.py").is_file()


def test_nothing_that_a_repository_names_is_executed(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    evil = set_program(repository / "evil", mark)
    settings = {
        "core.fsmonitor": evil,
        "core.hooksPath": repository / ".git" / "hooks",
        "core.sshCommand": evil,
        "core.pager": evil,
        "core.editor": evil,
        "core.askPass": evil,
        "core.gitProxy": evil,
        "core.alternateRefsCommand": evil,
        "pager.rev-list": evil,
        "pager.ls-files": evil,
        "credential.helper": f"!{evil}",
        "diff.external": evil,
        "diff.evil.textconv": evil,
        "filter.evil.clean": evil,
        "filter.evil.smudge": evil,
        "filter.evil.process": evil,
        "filter.evil.required": "true",
        "alias.rev-parse": f"!{evil}",
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
        "remote.origin.url": f"ext::{evil}",
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": evil,
        "extensions.partialClone": "origin",
        "gpg.program": evil,
        "uploadpack.packObjectsHook": evil,
    }
    (repository / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    _git(repository, "add", ".gitattributes")
    _git(repository, "commit", "--quiet", "-m", "attributes")
    for hook in ("post-checkout", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"):
        set_program(repository / ".git" / "hooks" / hook, mark)
    with (repository / ".git" / "config").open("a") as file:
        for name, value in settings.items():
            section, _, key = name.rpartition(".")
            head, dot, rest = section.partition(".")
            file.write(f'[{head} "{rest}"]\n' if dot else f"[{head}]\n")
            file.write(f'\t{key} = "{value}"\n')
    _take_all(repository, tmp_path / "worktrees")
    with pytest.raises(GitError), worktree(repository, "0" * 40, parent=tmp_path / "worktrees"):
        pass
    assert not mark.exists()


def test_git_itself_is_not_looked_for_in_the_repository(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "executed"
    set_program(repository / "git", mark)
    set_program(repository / ".venv" / "bin" / "git", mark)
    search = ["", ".", str(repository), str(repository / ".venv" / "bin"), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(search))
    monkeypatch.chdir(repository)
    _take_all(repository, tmp_path / "worktrees")
    assert not mark.exists()


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A repository of the user's that the project has nothing to do with."""
    folder = tmp_path / "private"
    folder.mkdir()
    _commit(folder, "secret.txt", "the key\n")
    return folder


@pytest.mark.parametrize("how", ["link", "file", "shared"])
def test_a_project_cannot_pass_for_another_repository(
    tmp_path: Path, private: Path, how: str
) -> None:
    parts.module("git")
    project = tmp_path / "project"
    project.mkdir()
    if how == "link":
        (project / ".git").symlink_to(private / ".git")
    elif how == "file":
        (project / ".git").write_text(f"gitdir: {private / '.git'}\n")
    else:
        _git(project, "init", "--quiet", "-b", "main")
        (project / ".git" / "commondir").write_text(f"{private / '.git'}\n")
    with pytest.raises(NotARepository, match="leads to"), worktree(project, "main"):
        pass


def test_a_linked_worktree_is_still_one(repository: Path, tmp_path: Path) -> None:
    _git(repository, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    _take_all(tmp_path / "side", tmp_path / "worktrees")
