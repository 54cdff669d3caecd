"""The scratch copy of a project: sources are copied, masses of data are only shared."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from seismograd_sandbox.host import git_view
from seismograd_sandbox.host.copying import copy_file, same_content
from seismograd_sandbox.host.limits import GIB, MIB
from seismograd_sandbox.host.sandbox import Cancel, Obstacle, SandboxUnusable
from seismograd_sandbox.untrusted_files import is_below

LEFT_OUT = frozenset(
    {
        ".hypothesis",
        ".mypy_cache",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".seismograd",
        ".tox",
        "__pycache__",
    }
)
REPOSITORY = ".git"
ENVIRONMENT_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})
SHARED_FOLDERS = frozenset({"node_modules"})
OUTPUT_FOLDERS = frozenset(
    {
        *("checkpoint", "checkpoints", "ckpt", "ckpts", "experiments", "lightning_logs", "log"),
        *("logs", "mlruns", "out", "output", "outputs", "results", "runs", "saved", "wandb"),
    }
)
"""They are written to, and never shared as a whole however full they are."""
SOURCE_ENDINGS = (".py", ".pyi", ".ipynb", ".toml", ".cfg")
DATA_ENDINGS = (
    *(".7z", ".arrow", ".avi", ".bin", ".bz2", ".csv", ".feather", ".flac", ".gif", ".gz"),
    *(".hdf5", ".idx", ".jpeg", ".jpg", ".json", ".jsonl", ".lmdb", ".mdb", ".mp3", ".mp4"),
    *(".npy", ".npz", ".orc", ".parquet", ".png", ".rar", ".rec", ".tar", ".tfrecord", ".tgz"),
    *(".tif", ".tiff", ".tsv", ".txt", ".ubyte", ".wav", ".webp", ".xml", ".xz", ".zip", ".zst"),
)
LARGE_DATA = 16 * MIB
"""A file whose name says data is shared from this size on: nobody writes to it in training."""
LARGE_ANYTHING = 1 * GIB
"""Anything else may be a checkpoint that is written anew, and is copied up to here."""
MANY_FILES = 2000
"""A folder without sources and with more files than this is a data set, and shared as a whole."""
LARGEST_COPY = 8 * GIB
DEEPEST = 100
"""Folders in folders; no project of people has nearly as many."""

Signature = tuple[int, int, int, int]


@dataclass
class ProjectCopy:
    """A copy that may be written to, and what of the project is to be seen beside it."""

    project: Path
    folder: Path
    shared: list[str] = field(default_factory=list)
    """Relative paths of files and folders that are not copied: to be bound, or copied later."""
    installed: list[str] = field(default_factory=list)
    """Those of them that are environments: found by their own paths, and no data."""
    leading_out: list[str] = field(default_factory=list)
    """Links to what lies outside of the project: what is written through them is not in a copy."""
    _signatures: dict[str, Signature] = field(default_factory=dict)

    def keep_places_for_shared(self) -> None:
        """Put something empty where what is shared will be bound over it."""
        for path in self.shared:
            if (self.project / path).is_dir():
                (self.folder / path).mkdir()
            else:
                (self.folder / path).touch()
            self.note(path)

    def data(self) -> list[str]:
        """What is shared and neither an environment nor a repository's."""
        others = {
            *self.installed,
            *(path for path in self.shared if path.endswith(git_view.OBJECTS)),
        }
        return [path for path in self.shared if path not in others]

    def link(self, path: str) -> None:
        """Links stay links; those that lead into the project lead into the copy instead."""
        target = _target_in_copy(self.project / path, self.project)
        os.symlink(target, self.folder / path)
        if not is_below(os.path.realpath(self.project / path), os.path.realpath(self.project)):
            self.leading_out.append(path)
        self.note(path)

    def note(self, path: str) -> None:
        """Remember how a file looks that no run has written to yet."""
        self._signatures[path] = _signature((self.folder / path).lstat())

    def written(self) -> list[str]:
        """Files that are new or differ from the project's."""
        return sorted(path for path in self._files() if self._is_written(path))

    def _files(self) -> Iterator[str]:
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            for entry in _entries(self.folder / folder):
                path = _join(folder, entry.name)
                if entry.name in LEFT_OUT:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif entry.is_symlink() or entry.is_file(follow_symlinks=False):
                    yield path

    def _is_written(self, path: str) -> bool:
        copy = self.folder / path
        try:
            now = _signature(copy.lstat())
        except OSError:
            return False
        if self._signatures.get(path) == now:
            return False
        is_new = path not in self._signatures or now[1] >= LARGE_ANYTHING
        return is_new or not same_content(copy, self.project / path)


def copy_project(
    project: Path, folder: Path, cancel: Cancel | None = None, keep_out: tuple[Path, ...] = ()
) -> ProjectCopy:
    """Fill the folder with a copy of the project; `keep_out` are folders that stay unseen."""
    try:
        return _Copying(project, folder, cancel, frozenset(keep_out)).copy()
    except OSError as error:
        obstacle = Obstacle(f"{project} could not be copied: {error}", "see to it and try again")
        raise SandboxUnusable(obstacle) from error


class _Copying:
    def __init__(
        self, project: Path, folder: Path, cancel: Cancel | None, keep_out: frozenset[Path]
    ) -> None:
        self._project = project
        self._cancel = cancel
        self._keep_out = keep_out
        self._copied_bytes = 0
        self._with_sources: set[Path] = set()
        self._small: set[Path] = set()
        self._copy = ProjectCopy(project, folder)

    def copy(self) -> ProjectCopy:
        if not self._project.is_dir():
            raise SandboxUnusable(Obstacle(f"{self._project} is no folder", "name a project"))
        self._folder("")
        return self._copy

    def _folder(self, path: str) -> None:
        if path.count("/") >= DEEPEST:
            found = f"folders lie more than {DEEPEST} deep in each other: {path[:60]}…"
            raise SandboxUnusable(Obstacle(found, "remove them from the project"))
        target = self._copy.folder / path
        target.mkdir(mode=0o700, exist_ok=True)
        for entry in _entries(self._project / path):
            self._heed_cancel()
            if entry.name in LEFT_OUT or Path(entry.path) in self._keep_out:
                continue
            self._entry(_join(path, entry.name), entry)

    def _entry(self, path: str, entry: os.DirEntry[str]) -> None:
        if entry.is_symlink():
            self._copy.link(path)
        elif entry.is_dir(follow_symlinks=False):
            if entry.name == REPOSITORY:
                self._repository(path)
            elif self._is_installed(entry):
                self._copy.installed.append(path)
                self._copy.shared.append(path)
            elif self._is_data_set(entry):
                self._copy.shared.append(path)
            else:
                self._folder(path)
        elif entry.is_file(follow_symlinks=False):
            self._file(path, entry.stat(follow_symlinks=False))

    def _repository(self, path: str) -> None:
        (self._copy.folder / path).mkdir(mode=0o700)
        for entry in _entries(self._project / path):
            inner = _join(path, entry.name)
            if entry.name in git_view.SHARED:
                self._objects(inner, entry)
            elif entry.name in git_view.COPIED:
                self._entry(inner, entry)
            elif entry.name == git_view.SETTINGS:
                git_view.write_settings(Path(entry.path), self._copy.folder / inner)
                self._copy.note(inner)

    def _objects(self, path: str, entry: os.DirEntry[str]) -> None:
        """A link stays one: what it leads to is bound for nobody."""
        if entry.is_symlink():
            self._copy.link(path)
        elif entry.is_dir(follow_symlinks=False):
            self._copy.shared.append(path)

    def _file(self, path: str, status: os.stat_result) -> None:
        size = status.st_size
        if size >= _large(path) or self._copied_bytes + size > LARGEST_COPY:
            self._copy.shared.append(path)
            return
        try:
            copy_file(self._project / path, self._copy.folder / path)
        except (PermissionError, FileNotFoundError):
            return  # what the owner cannot read, or is gone by now, the run does not see either
        self._copied_bytes += size
        self._copy.note(path)

    def _is_installed(self, entry: os.DirEntry[str]) -> bool:
        if entry.name in SHARED_FOLDERS or entry.name in OUTPUT_FOLDERS:
            return entry.name in SHARED_FOLDERS
        return any(inner.name in ENVIRONMENT_MARKS for inner in _entries(Path(entry.path)))

    def _is_data_set(self, entry: os.DirEntry[str]) -> bool:
        """Each folder is walked about once: what was seen of it holds for those inside."""
        folder = Path(entry.path)
        if entry.name in OUTPUT_FOLDERS or folder in self._with_sources:
            return False
        if not self._small.isdisjoint(folder.parents):
            return False
        count, source = _look_for_data(folder, self._heed_cancel)
        if source is not None:
            self._with_sources.update(source.parents)
        elif count <= MANY_FILES:
            self._small.add(folder)
        return source is None and count > MANY_FILES

    def _heed_cancel(self) -> None:
        if self._cancel:
            raise SandboxUnusable(Obstacle("the start was cancelled", "start again"))


def _target_in_copy(link: Path, project: Path) -> str:
    """However a link says it: by another path to the same folder, or by climbing to the root."""
    target, depth = os.readlink(link), len(link.parent.relative_to(project).parts)
    if not os.path.isabs(target) and Path(os.path.normpath(target)).parts.count("..") <= depth:
        return target
    place = os.path.normpath(link.parent / target)
    if is_below(place, str(project)):
        return os.path.relpath(place, link.parent)
    real, real_project = os.path.realpath(link), os.path.realpath(project)
    if not is_below(real, real_project):
        return target
    return os.path.relpath(real, os.path.join(real_project, link.parent.relative_to(project)))


def _look_for_data(folder: Path, heed_cancel: Callable[[], None]) -> tuple[int, Path | None]:
    """How many files there are, and the first source; stops as soon as that decides."""
    count, waiting = 0, [folder]
    while waiting:
        heed_cancel()
        for entry in _entries(waiting.pop()):
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry.path))
            elif entry.name.endswith(SOURCE_ENDINGS):
                return count, Path(entry.path)
            else:
                count += 1
        if count + len(waiting) > MANY_FILES * 50:
            break
    return count + len(waiting), None


def _large(path: str) -> int:
    return LARGE_DATA if path.lower().endswith(DATA_ENDINGS) else LARGE_ANYTHING


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _signature(status: os.stat_result) -> Signature:
    return (stat.S_IFMT(status.st_mode), status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
