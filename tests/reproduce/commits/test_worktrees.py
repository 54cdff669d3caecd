from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd.reproduce.commits import repository as repositories
from seismograd.reproduce.commits.private_folders import remove_leftovers
from seismograd.reproduce.commits.repository import (
    GitError,
    GitMissing,
    NotARepository,
    UnknownCommit,
    open_repository,
)
from seismograd.reproduce.commits.worktrees import NoSuchProject, worktree
from tests.reproduce.git_repository import TestRepository, need_git, picture


@pytest.fixture(autouse=True)
def _with_git() -> None:
    need_git()


@pytest.fixture
def repository(tmp_path: Path) -> TestRepository:
    made = TestRepository(tmp_path / "project")
    made.commit("first", {"model.py": "v = 1\n", "sub/inner.py": "x = 1\n"})
    made.git("tag", "v1.0")
    made.commit("second", {"model.py": "v = 2\n", ".gitignore": "ignored.txt\n"})
    return made


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Path]:
    """Where worktrees are made; nothing may be left there."""
    yield tmp_path / "worktrees"
    left = tmp_path / "worktrees"
    assert not left.exists() or list(left.iterdir()) == []


def test_a_commit_is_written_out_and_goes_again(repository: TestRepository, places: Path) -> None:
    with worktree(repository.folder, "HEAD~1", parent=places) as tree:
        assert (tree.root / "model.py").read_text() == "v = 1\n"
        assert tree.commit == repository.git("rev-parse", "HEAD~1")
        assert not tree.root.is_relative_to(repository.folder)
        folder = tree.root

    assert not folder.exists()


@pytest.mark.parametrize("name", ["v1.0", "1.0", "main~1", "short", "side"])
def test_tags_branches_and_short_hashes(
    repository: TestRepository, places: Path, name: str
) -> None:
    repository.git("branch", "side", "v1.0")
    if name == "short":
        name = repository.git("rev-parse", "--short", "v1.0")
    with worktree(repository.folder, name, parent=places) as tree:
        assert (tree.root / "model.py").read_text() == "v = 1\n"


def test_the_checkout_stays_as_it_is(repository: TestRepository, places: Path) -> None:
    (repository.folder / "model.py").write_text("v = 'stashed'\n")
    repository.git("stash")
    (repository.folder / "model.py").write_text("v = 'staged'\n")
    repository.git("add", "model.py")
    (repository.folder / "model.py").write_text("v = 'changed'\n")
    (repository.folder / "new.py").write_text("new\n")
    questions = (["status", "--porcelain=v2", "--branch"], ["stash", "list"], ["worktree", "list"],
                 ["rev-parse", "HEAD"], ["for-each-ref"], ["diff", "--cached"])  # fmt: skip
    said = [repository.git(*question) for question in questions]
    before = picture(repository.folder)

    with worktree(repository.folder, "v1.0", parent=places) as tree:
        (tree.root / "model.py").write_text("v = 'elsewhere'\n")
        shutil.rmtree(tree.root / "sub")
        assert picture(repository.folder) == before
    with pytest.raises(ZeroDivisionError), worktree(repository.folder, "v1.0", parent=places):
        raise ZeroDivisionError

    assert picture(repository.folder) == before
    assert [repository.git(*question) for question in questions] == said


def test_a_project_in_a_subfolder(repository: TestRepository, places: Path) -> None:
    repository.commit("third", {"later/model.py": "v = 3\n"})
    with worktree(repository.folder / "sub", "v1.0", parent=places) as tree:
        assert (tree.root / "inner.py").exists()
        assert (tree.root.parent / "model.py").exists()
    with (
        pytest.raises(NoSuchProject, match="later"),
        worktree(repository.folder / "later", "v1.0", parent=places),
    ):
        pass


def test_worktrees_of_the_user_and_bare_repositories(
    repository: TestRepository, places: Path, tmp_path: Path
) -> None:
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"), "v1.0")
    repository.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))

    with worktree(tmp_path / "linked", "main", parent=places) as tree:
        assert (tree.root / "model.py").read_text() == "v = 2\n"
    for commit, content in (("v1.0", "v = 1\n"), ("HEAD", "v = 2\n")):
        with worktree(tmp_path / "bare.git", commit, parent=places) as tree:
            assert (tree.root / "model.py").read_text() == content


def test_objects_of_the_newer_kind(tmp_path: Path, places: Path) -> None:
    repository = TestRepository(tmp_path / "new", "--object-format=sha256")
    repository.commit("one", {"model.py": "v = 1\n"})
    with worktree(repository.folder, "HEAD", parent=places) as tree:
        assert len(tree.commit or "") == 64


@pytest.mark.parametrize(
    "name",
    ["abcdef0", "0" * 40, "no-such-branch", "-x", "--all", "a b", "$(touch x)", "a;b", "",
     "x" * 500, ":/first", "v1.0:model.py"],
)  # fmt: skip
def test_unknown_commits_have_clear_errors(
    repository: TestRepository, places: Path, name: str
) -> None:
    with pytest.raises(UnknownCommit) as raised, worktree(repository.folder, name, parent=places):
        pass
    assert "\n" not in str(raised.value)


def test_a_shallow_clone_says_that_it_is_one(
    repository: TestRepository, places: Path, tmp_path: Path
) -> None:
    first = repository.git("rev-parse", "v1.0")
    repository.git("clone", "-q", "--depth=1", f"file://{repository.folder}", str(tmp_path / "s"))

    with worktree(tmp_path / "s", "HEAD", parent=places) as tree:
        assert (tree.root / "model.py").read_text() == "v = 2\n"
    with (
        pytest.raises(UnknownCommit, match=r"shallow.*--unshallow"),
        worktree(tmp_path / "s", first, parent=places),
    ):
        pass


def test_no_repository_and_no_commits(tmp_path: Path, places: Path) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(NotARepository), worktree(tmp_path / "plain", "HEAD", parent=places):
        pass
    empty = TestRepository(tmp_path / "empty")
    with (
        pytest.raises(UnknownCommit, match="no commits yet"),
        worktree(empty.folder, "HEAD", parent=places),
    ):
        pass


def test_submodules_come_along_where_the_checkout_has_them(
    repository: TestRepository, places: Path, tmp_path: Path
) -> None:
    library = TestRepository(tmp_path / "library")
    library.commit("one", {"lib.py": "l = 1\n"})
    repository.git("submodule", "--quiet", "add", str(library.folder), "vendor/library")
    repository.commit("with a submodule", {})
    repository.git("clone", "-q", ".", str(tmp_path / "without"))

    with worktree(repository.folder, "HEAD", parent=places) as tree:
        assert (tree.root / "vendor/library/lib.py").read_text() == "l = 1\n"
    with worktree(tmp_path / "without", "HEAD", parent=places) as tree:
        assert list((tree.root / "vendor/library").iterdir()) == []


def test_nothing_of_a_hostile_repository_runs(
    repository: TestRepository, places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "was_run"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho $0 >> {marker}\ncat\n")
    trap.chmod(0o755)
    repository.commit("traps", {".gitattributes": "*.py filter=evil diff=evil ident\n"})
    hooks = repository.folder / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "pre-commit",
                 "post-merge", "fsmonitor-watchman", "pre-auto-gc"):  # fmt: skip
        shutil.copy(trap, hooks / hook)
    settings = {
        "filter.evil.smudge": str(trap),
        "filter.evil.clean": str(trap),
        "filter.evil.process": str(trap),
        "filter.evil.required": "true",
        "core.fsmonitor": str(trap),
        "core.hooksPath": str(hooks),
        "core.sshCommand": str(trap),
        "core.pager": str(trap),
        "core.editor": str(trap),
        "core.alternateRefsCommand": str(trap),
        "diff.evil.textconv": str(trap),
        "diff.external": str(trap),
        "gpg.program": str(trap),
        "log.showSignature": "true",
        "credential.helper": str(trap),
        "alias.rev-parse": f"!{trap}",
    }
    for key, value in settings.items():
        repository.git("config", "--file", str(tmp_path / "global"), key, value)
    with (repository.folder / ".git" / "config").open("a") as config:
        config.write((tmp_path / "global").read_text())
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "global"))

    for commit in ("v1.0", "HEAD"):
        with worktree(repository.folder, commit, parent=places) as tree:
            assert (tree.root / "model.py").exists()
    opened = open_repository(repository.folder)
    assert opened.subject(opened.resolve("HEAD")) == "traps"
    opened.history(opened.resolve("HEAD"), [])
    assert not marker.exists(), marker.read_text()
    # The traps do work where nobody guards against them.
    subprocess.run(
        ["git", "status"], cwd=repository.folder, capture_output=True, check=False, timeout=60
    )
    assert marker.exists()


def test_a_repository_that_makes_git_wait_is_given_up(
    repository: TestRepository, places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "fifo")
    with (repository.folder / ".git" / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {tmp_path / 'fifo'}\n")
    monkeypatch.setattr(repositories, "SECONDS_A_COMMAND", 1.0)
    with (
        pytest.raises(GitError, match="did not end within 1 s"),
        worktree(repository.folder, "HEAD", parent=places),
    ):
        pass


def test_links_in_a_commit_do_not_lead_writes_out(
    repository: TestRepository, places: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    os.symlink(tmp_path / "outside", repository.folder / "out")
    repository.commit("link", {})
    (repository.folder / "out").unlink()
    (repository.folder / "out").mkdir()
    repository.commit("folder", {"out/file.py": "x\n"})
    shutil.rmtree(repository.folder / "out")
    os.symlink(tmp_path / "outside", repository.folder / "out")

    for commit in ("HEAD", "HEAD~1"):
        with worktree(repository.folder, commit, parent=places):
            assert list((tmp_path / "outside").iterdir()) == []


def test_the_surroundings_of_a_hook_do_not_mislead(
    repository: TestRepository, places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = TestRepository(tmp_path / "other")
    other.commit("other", {"other.py": "o\n"})
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.folder / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.folder))
    before = picture(other.folder)

    with worktree(repository.folder, "v1.0", parent=places) as tree:
        assert (tree.root / "model.py").exists()
    assert picture(other.folder) == before


def test_temporary_files_must_lie_outside(repository: TestRepository) -> None:
    with (
        pytest.raises(OSError, match="TMPDIR"),
        worktree(repository.folder, "HEAD", parent=repository.folder / "tmp"),
    ):
        pass
    assert not (repository.folder / "tmp").exists()


CRASHES = """
import sys, time
from pathlib import Path
from seismograd.reproduce.commits.worktrees import worktree
with worktree(Path(sys.argv[1]), "v1.0", parent=Path(sys.argv[2])) as tree:
    (tree.root / "sub").chmod(0o500)
    print(tree.root, flush=True)
    time.sleep(60)
"""


def test_what_a_dead_owner_left_goes_and_what_a_living_one_has_stays(
    repository: TestRepository, places: Path
) -> None:
    before = picture(repository.folder)
    owner = subprocess.Popen(
        [sys.executable, "-c", CRASHES, str(repository.folder), str(places)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert owner.stdout is not None
        folder = Path(owner.stdout.readline().strip())
        assert folder.is_dir()
        remove_leftovers(places, older_than_s=0)
        assert folder.is_dir()
    finally:
        owner.send_signal(signal.SIGKILL)
        owner.communicate(timeout=30)
    assert folder.is_dir()
    assert picture(repository.folder) == before

    old = time.time() - 3600
    for lock in places.glob("*.lock"):
        os.utime(lock, (old, old))
    with worktree(repository.folder, "HEAD", parent=places):
        assert not folder.exists()
    assert repository.git("worktree", "list").count("\n") == 0


def test_a_missing_library_is_named(
    repository: TestRepository, places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "git.cmd", None)
    with (
        pytest.raises(GitMissing, match="GitPython"),
        worktree(repository.folder, "HEAD", parent=places),
    ):
        pass
    monkeypatch.setenv("PATH", "/nowhere")
    with (
        pytest.raises(GitMissing, match="not installed"),
        worktree(repository.folder, "HEAD", parent=places),
    ):
        pass
