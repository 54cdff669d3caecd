"""A git repository that is read without being trusted: none of its hooks or filters ever run.

Commands that look names and history up read the repository where it is; nothing is written to it.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from seismograd.whole_sentences import whole_words
from seismograd_sandbox.host.programs import find_program
from seismograd_sandbox.untrusted_files import lies_in, read_regular_file

SECONDS_A_COMMAND = 300.0
MAX_NAME = 200
MOST_OF_POINTER = 4096
"""Bytes of a file that names another folder: no path is longer."""
_NAME = re.compile(r"[\w@][\w./@{}^~+-]*")
_TIMEOUT = "Timeout: "
_BARE = ("HEAD", "objects", "refs")
_NEUTRAL = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": "",
    "GIT_ASKPASS": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_COUNT": "0",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_PARAMETERS": "",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_HARMLESS = (
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.autocrlf=false",
    "gc.auto=0",
    "protocol.allow=never",
    "safe.directory=*",
)


class GitError(Exception):
    """Says in one line why something could not be had from a repository."""


class GitMissing(GitError):
    pass


class NotARepository(GitError):
    pass


class UnknownCommit(GitError):
    pass


class _Command(Protocol):
    """The one method of GitPython's command that is used here."""

    def execute(self, command: Sequence[str], **options: object) -> tuple[int, bytes, str]: ...


@dataclass(frozen=True, slots=True)
class Repository:
    top: Path
    """The user's checkout, or the repository itself where it is bare."""
    git_dir: Path
    common_dir: Path
    """Where the objects are: worktrees share them."""
    project: Path
    """Where the project lies below the top."""

    @property
    def is_bare(self) -> bool:
        return self.top == self.git_dir

    @property
    def is_shallow(self) -> bool:
        return (self.common_dir / "shallow").is_file()

    def resolve(self, name: str) -> str:
        """The commit that a hash, tag or branch means; also a branch that only a remote has."""
        if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
            raise UnknownCommit(f"{name[:MAX_NAME]!r} is no name of a commit")
        for spelling in (name, f"refs/tags/v{name}", f"refs/remotes/origin/{name}"):
            status, out, said = self._execute(["rev-parse", "--verify", spelling + "^{commit}"])
            if status == 0:
                return out.decode("ascii").strip()
            if "ambiguous" in said:
                raise UnknownCommit(f"{name!r} is short for more than one commit")
        raise UnknownCommit(self._why_unknown(name))

    def history(self, tip: str, without: Sequence[str]) -> list[str]:
        """Commits that lead to the tip but not to others, newest first."""
        return self._listed("--topo-order", tip, without)

    def halving_order(self, tip: str, without: Sequence[str]) -> list[str]:
        """The same; first those whose answer halves what is left best."""
        return self._listed("--bisect-all", tip, without)

    def _listed(self, order: str, tip: str, without: Sequence[str]) -> list[str]:
        limits = [f"^{commit}" for commit in without]
        out = self.read("rev-list", order, tip, *limits, "--")
        return [line.split()[0] for line in out.decode("ascii").splitlines()]

    def merge_bases(self, first: str, second: str) -> list[str]:
        status, out, said = self._execute(["merge-base", "--all", first, second])
        if status not in (0, 1):
            raise GitError(_last_line(said))
        return out.decode("ascii").split()

    def subject(self, commit: str) -> str:
        """The first line of a commit's message."""
        content = self.read("cat-file", "commit", commit).decode("utf-8", "replace")
        return content.partition("\n\n")[2].partition("\n")[0][:MAX_NAME]

    def read(self, *arguments: str, environment: Mapping[str, str] | None = None) -> bytes:
        """What a command says; an error in one line where it fails."""
        status, out, said = self._execute(arguments, environment or {})
        if status != 0:
            raise GitError(f"git {arguments[0]}: {_last_line(said)}")
        return out

    def _execute(
        self, arguments: Sequence[str], changes: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, str]:
        # All places are spelled out: a server that a hook started inherits others.
        environment = {
            **_NEUTRAL,
            "GIT_COMMON_DIR": str(self.common_dir),
            "GIT_DIR": str(self.git_dir),
            "GIT_INDEX_FILE": str(self.git_dir / "index"),
            "GIT_OBJECT_DIRECTORY": str(self.common_dir / "objects"),
            "GIT_WORK_TREE": str(self.top),
            **(changes or {}),
        }
        settings = [part for setting in _HARMLESS for part in ("-c", setting)]
        program = _git(self.top)
        status, out, said = _command(program, self.top).execute(
            [program, *settings, *arguments],
            env=environment,
            with_extended_output=True,
            with_exceptions=False,
            stdout_as_string=False,
            strip_newline_in_stdout=False,
            kill_after_timeout=None if sys.platform == "win32" else SECONDS_A_COMMAND,
        )
        if said.startswith(_TIMEOUT):
            raise GitError(f"git {arguments[0]} did not end within {SECONDS_A_COMMAND:g} s")
        return status, out, said

    def _why_unknown(self, name: str) -> str:
        if self._execute(["rev-list", "--all", "--max-count=1"])[1].strip() == b"":
            return f"{name} is unknown: the repository has no commits yet"
        if self.is_shallow:
            return (
                f"{name} is not in this clone, which is shallow; "
                "`git fetch --unshallow` brings the rest"
            )
        return f"{name} is neither a commit nor a tag nor a branch here; `git fetch` may bring it"


def open_repository(project: Path) -> Repository:
    """The repository that a folder belongs to."""
    start = Path(os.path.realpath(project))
    for folder in (start, *start.parents):
        git_dir = _git_dir(folder)
        if git_dir is not None:
            below = Path() if git_dir == folder else start.relative_to(folder)
            return Repository(folder, git_dir, _common_dir(git_dir), below)
    raise NotARepository(f"{project} is not in a git repository")


def _git_dir(folder: Path) -> Path | None:
    inner = folder / ".git"
    if inner.is_dir():
        return _own(inner, folder)
    if inner.is_file():
        pointed_at = _pointed_at(inner, "gitdir:")
        return None if pointed_at is None else _own(pointed_at, folder)
    is_bare = all((folder / name).exists() for name in _BARE)
    return folder if is_bare else None


def _own(git_dir: Path, folder: Path) -> Path:
    """Raises where a folder claims a repository that does not know of it: somebody else's.

    A linked worktree is named by the repository too; that of a submodule lies in the one above.
    """
    real = Path(os.path.realpath(git_dir))
    above = [parent / ".git" / "modules" for parent in folder.parents]
    named = _pointed_at(real / "gitdir", "") if (real / "gitdir").is_file() else None
    if lies_in(real, folder) or named == folder / ".git" or any(lies_in(real, a) for a in above):
        return git_dir
    raise NotARepository(f"{folder / '.git'} leads to {real}, which is not a repository of it")


def _common_dir(git_dir: Path) -> Path:
    """The repository of a linked worktree; nothing else shares the objects of another."""
    pointer = git_dir / "commondir"
    shared = _pointed_at(pointer, "") if pointer.is_file() else None
    if shared is None:
        return git_dir
    if not lies_in(git_dir, shared / "worktrees"):
        raise NotARepository(f"{pointer} leads to {shared}, which is not the repository of it")
    return shared


def _pointed_at(file: Path, prefix: str) -> Path | None:
    try:
        text = read_regular_file(file, MOST_OF_POINTER).decode("utf-8", "replace").strip()
    except OSError:
        return None
    if not text.startswith(prefix):
        return None
    return Path(os.path.realpath(file.parent / text.removeprefix(prefix).strip()))


def _git(top: Path) -> str:
    """By its whole path: whoever starts it in the repository must not find one that lies there."""
    program = find_program("git", top)
    if program is None:
        raise GitMissing("git is not installed")
    return program


def _command(program: str, folder: Path) -> _Command:
    # GitPython starts git while it is imported, and would look for it itself.
    os.environ["GIT_PYTHON_GIT_EXECUTABLE"] = program
    try:
        module = importlib.import_module("git.cmd")
    except ImportError as error:
        raise GitMissing("older commits need GitPython: pip install 'seismograd[git]'") from error
    return cast(_Command, module.Git(str(folder)))


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return whole_words(lines[-1] if lines else "failed without a word", 500)
