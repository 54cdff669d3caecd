"""The project at another commit, in a folder of its own.

The files come from the object store of the user's repository, but through an index and a
configuration of ours: the checkout, its index, its branches and its list of worktrees stay as
they are, whatever happens here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from seismograd.reproduce.commits.private_folders import private_folder
from seismograd.reproduce.commits.repository import (
    GitError,
    Repository,
    UnknownCommit,
    open_repository,
)

MAX_NESTING = 4
_GITLINK = b"160000"


class NoSuchProject(GitError):
    """The folder of the project does not exist at a commit."""


@dataclass(frozen=True, slots=True)
class Worktree:
    root: Path
    """The project in it."""
    commit: str


@contextmanager
def worktree(project: Path, name: str, *, parent: Path | None = None) -> Iterator[Worktree]:
    """The project at the commit that a hash, tag or branch means."""
    repository = open_repository(project)
    with private_folder(parent, outside=repository.top) as folder:
        tree = folder / "tree"
        tree.mkdir()
        commit = repository.resolve(name)
        _export(repository, commit, folder, tree)
        root = tree / repository.project
        if not root.is_dir():
            raise NoSuchProject(f"{repository.project} does not exist at {name}")
        yield Worktree(root, commit)


def _export(
    repository: Repository, commit: str, folder: Path, tree: Path, nesting: int = 0
) -> None:
    """Write the files of a commit, and of its submodules as far as the checkout has them."""
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
        _export_submodule(repository, path, linked, folder, tree, nesting + 1)


def _submodules(repository: Repository, commit: str) -> Iterator[tuple[str, str]]:
    listing = repository.read("ls-tree", "-r", "-z", "--full-tree", commit)
    for row in listing.split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if facts.startswith(_GITLINK):
            yield os.fsdecode(path), facts.split()[2].decode("ascii")


def _export_submodule(
    repository: Repository, path: str, commit: str, folder: Path, tree: Path, nesting: int
) -> None:
    inner = _submodule(repository, path)
    target = tree / path
    if inner is None or nesting > MAX_NESTING or not _is_real_folder(target, tree):
        return
    # The user may not have fetched what the project had then.
    with suppress(UnknownCommit):
        _export(inner, inner.resolve(commit), folder, target, nesting)


def _submodule(repository: Repository, path: str) -> Repository | None:
    place = repository.top / path
    if repository.is_bare or not (place / ".git").exists():
        return None
    found = open_repository(place)
    return found if found.top == Path(os.path.realpath(place)) else None


def _is_real_folder(place: Path, top: Path) -> bool:
    """Whether a place is where its path says, and not elsewhere by way of a link."""
    real, real_top = Path(os.path.realpath(place)), Path(os.path.realpath(top))
    return real == real_top / place.relative_to(top)
