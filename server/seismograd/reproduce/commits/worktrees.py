"""The project at another commit, or as it is now, in a folder of its own.

The files come from the object store of the user's repository, but through an index and a
configuration of ours: the checkout, its index, its branches and its list of worktrees stay as
they are, whatever happens here.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.reproduce.commits.private_folders import private_folder
from seismograd.reproduce.commits.repository import (
    GitError,
    Repository,
    UnknownCommit,
    open_repository,
)
from seismograd_sandbox.untrusted_files import read_without_links

MAX_COPIED_BYTES = 4_000_000_000
MAX_NESTING = 4
_POINTER = b"version https://git-lfs.github.com/spec/v1"
_POINTER_BYTES = 1024
_GITLINK = b"160000"


class NoSuchProject(GitError):
    """The folder of the project does not exist at a commit."""


@dataclass(frozen=True, slots=True)
class Worktree:
    folder: Path
    root: Path
    """The project in it."""
    commit: str | None
    """None for the user's files as they are now."""
    pointers: tuple[str, ...] = ()
    """Files whose content lies elsewhere (Git LFS), so that only pointers to it are here."""
    empty_submodules: tuple[str, ...] = ()


@contextmanager
def worktree(
    project: Path, commit: str | None = None, *, parent: Path | None = None
) -> Iterator[Worktree]:
    """The project at a commit; without one, with the user's changes that are not committed."""
    repository = open_repository(project)
    if commit is None and repository.is_bare:
        commit = "HEAD"
    with private_folder(parent, outside=repository.top) as folder:
        tree = folder / "tree"
        tree.mkdir()
        if commit is None:
            empty = _copy_checkout(repository, tree)
            made = Worktree(tree, tree / repository.project, None, empty_submodules=tuple(empty))
        else:
            made = _at_commit(repository, repository.resolve(commit), folder, tree)
        if not made.root.is_dir():
            raise NoSuchProject(f"{repository.project} does not exist at {commit or 'this time'}")
        yield replace(made, pointers=tuple(_pointers(tree)))


def _at_commit(repository: Repository, commit: str, folder: Path, tree: Path) -> Worktree:
    empty = list(_export(repository, commit, folder, tree))
    root = tree / repository.project
    return Worktree(tree, root, commit, empty_submodules=tuple(empty))


def _export(
    repository: Repository, commit: str, folder: Path, tree: Path, nesting: int = 0
) -> Iterator[str]:
    """Write the files of a commit; gives the submodules that nothing is known of."""
    own = folder / f"repository-{nesting}-{len(os.listdir(folder))}"
    format_name = repository.read("rev-parse", "--show-object-format").decode("ascii").strip()
    environment = {"GIT_DIR": str(own), "GIT_COMMON_DIR": str(own)}
    environment |= {"GIT_INDEX_FILE": str(own / "index"), "GIT_WORK_TREE": str(tree)}
    repository.read(
        "init", "--quiet", "--template=", f"--object-format={format_name}", environment=environment
    )
    try:
        repository.read("read-tree", commit, environment=environment)
        repository.read("checkout-index", "--all", "--force", environment=environment)
    except GitError as error:
        raise GitError(f"{commit[:12]} cannot be written out: {error}") from error
    for path, linked in _submodules(repository, commit):
        if not _export_submodule(repository, path, linked, folder, tree, nesting + 1):
            yield path


def _submodules(repository: Repository, commit: str) -> Iterator[tuple[str, str]]:
    listing = repository.read("ls-tree", "-r", "-z", "--full-tree", commit)
    for row in listing.split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if facts.startswith(_GITLINK):
            yield os.fsdecode(path), facts.split()[2].decode("ascii")


def _export_submodule(
    repository: Repository, path: str, commit: str, folder: Path, tree: Path, nesting: int
) -> bool:
    """Whether the user's checkout has the submodule, and the commit in it."""
    inner = _submodule(repository, path)
    target = tree / path
    if inner is None or nesting > MAX_NESTING or not _is_real_folder(target, tree):
        return False
    try:
        list(_export(inner, inner.resolve(commit), folder, target, nesting))
    except UnknownCommit:
        return False
    return True


def _submodule(repository: Repository, path: str) -> Repository | None:
    place = repository.top / path
    if repository.is_bare or not (place / ".git").exists():
        return None
    found = open_repository(place)
    return found if found.top == Path(os.path.realpath(place)) else None


def _copy_checkout(repository: Repository, tree: Path, nesting: int = 0) -> Iterator[str]:
    """Copy what git knows or would add; gives the submodules that are not there."""
    left = MAX_COPIED_BYTES
    listed = repository.read("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for path in dict.fromkeys(os.fsdecode(name) for name in listed.split(b"\0") if name):
        source, target = repository.top / path, tree / path
        if not _is_real_folder(source.parent, repository.top):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir() and not source.is_symlink():
            inner = _submodule(repository, path.rstrip("/"))
            target.mkdir(exist_ok=True)
            if inner is None or nesting >= MAX_NESTING:
                yield path
            else:
                list(_copy_checkout(inner, target, nesting + 1))
        else:
            left -= _copy_file(source, target, left)


def _copy_file(source: Path, target: Path, left: int) -> int:
    try:
        facts = source.lstat()
    except OSError:
        return 0  # Deleted, and the index does not know yet.
    if facts.st_size > left:
        raise GitError("there are too many files to copy; commit or ignore the large ones")
    if stat.S_ISLNK(facts.st_mode) or stat.S_ISREG(facts.st_mode):
        shutil.copy2(source, target, follow_symlinks=False)
    return facts.st_size


def _is_real_folder(place: Path, top: Path) -> bool:
    """Whether a place is where its path says, and not elsewhere by way of a link."""
    real, real_top = Path(os.path.realpath(place)), Path(os.path.realpath(top))
    return real == real_top / place.relative_to(top)


def _pointers(tree: Path) -> Iterator[str]:
    for folder, _, names in os.walk(tree):
        for name in names:
            path = Path(folder, name)
            if _is_pointer(path):
                yield path.relative_to(tree).as_posix()


def _is_pointer(path: Path) -> bool:
    try:
        return read_without_links(path, _POINTER_BYTES + 1).startswith(_POINTER)
    except OSError:
        return False
