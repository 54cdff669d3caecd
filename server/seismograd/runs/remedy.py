"""What to do about an exception whose words do not say it."""

from __future__ import annotations

import os
import re
from pathlib import Path

from seismograd.runs.failure import Failure
from seismograd_sandbox.untrusted_files import is_below

DISTRIBUTIONS = {
    "Bio": "biopython",
    "OpenGL": "PyOpenGL",
    "PIL": "Pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "dotenv": "python-dotenv",
    "fitz": "PyMuPDF",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "PyYAML",
}
"""Packages that are installed under another name than they are imported."""
_MISSING = re.compile(r"No module named '([\w.]+)'")
_MISSING_LIBRARY = re.compile(
    r"cannot open shared object file|DLL load failed|Library not loaded|undefined symbol"
    r"|version `\S+' not found"
)
"""As the loaders of Linux, Windows and macOS say it."""
_NAMED_FILE = re.compile(r"No such file or directory: '([^'\n]+)'")
_NETWORK = re.compile(
    r"Name or service not known|Temporary failure in name resolution|Network is unreachable"
    r"|nodename nor servname|getaddrinfo failed|Max retries exceeded|couldn't connect to"
)
_NETWORK_ERRORS = frozenset(
    {"URLError", "gaierror", "ConnectionError", "ConnectionRefusedError", "ConnectTimeout"}
)
_WITHOUT_INPUT = frozenset({"IndexError", "KeyError", "TypeError", "ValueError"})
"""Raised by a line that reads what nobody has given."""
_ENVIRONMENT = re.compile(r"\b(?:environ|getenv)\b")
_ARGUMENTS = re.compile(r"\bargv\b")
NO_NETWORK = (
    "A sandbox has no network: download the data beforehand, into the project or into a folder "
    "that you name with --read."
)
_NOT_SEARCHED = frozenset({"node_modules", "site-packages", "__pycache__", "venv", "env"})
MISSING_LIBRARY = (
    "A shared library that a package needs is missing or of another version: install the package "
    "again for the interpreter of the run, or choose another interpreter."
)
DEPTH = 2
MISSING_FILE = (
    "A run sees files of its project, and what --read names: put the file there, or pass another "
    "path after --."
)
READ_ONLY = (
    "Large data of the project and what lies outside of it can only be read in a sandbox: "
    "write to another folder of the project."
)


def remedy(failure: Failure, root: Path) -> str:
    """A sentence, or nothing.

    All of these failures come from what surrounds a script: no change of its training code can
    remove them.
    """
    kind = failure.type.rpartition(".")[2]
    missing = _MISSING.search(failure.message)
    if kind == "ModuleNotFoundError" and missing:
        return _for_missing(missing[1].partition(".")[0], root)
    if kind == "ImportError" and _MISSING_LIBRARY.search(failure.message):
        return MISSING_LIBRARY
    if kind == "EOFError" and "reading a line" in failure.message:
        return "A run has no standard input: what the script asks for has to be an argument."
    if "Read-only file system" in failure.message:
        return READ_ONLY
    if kind == "FileNotFoundError":
        return _for_missing_file(failure.message, root)
    if kind in _NETWORK_ERRORS or _NETWORK.search(failure.message):
        return NO_NETWORK
    return _for_missing_input(kind, failure) if kind in _WITHOUT_INPUT else ""


def _for_missing_input(kind: str, failure: Failure) -> str:
    """For a line that takes an argument or a variable that is not there."""
    line = failure.text or ""
    if _ENVIRONMENT.search(line):
        named = re.fullmatch(r"'(\w{1,100})'", failure.message) if kind == "KeyError" else None
        name = named[1] if named else "NAME"
        return f"A sandbox has no variables of your shell: add --env {name}=VALUE."
    return "Pass the arguments of the script after --." if _ARGUMENTS.search(line) else ""


def _for_missing_file(message: str, root: Path) -> str:
    """Other advice for files that the user can see and the sandbox does not show."""
    named = _NAMED_FILE.search(message)
    path = Path(named[1]) if named else root
    if not path.is_absolute() or is_below(str(path), str(root)) or not path.exists():
        return MISSING_FILE
    return f"A sandbox shows a script its project only: add --read {path}."


def _for_missing(module: str, root: Path) -> str:
    folder = _folder_with(module, root, DEPTH)
    if folder is not None:
        place = folder.relative_to(root).as_posix()
        return f"The project has it in {place}: put that folder on PYTHONPATH, or start from there."
    name = DISTRIBUTIONS.get(module, module)
    return f"Install {name} for the interpreter of the run, or choose another interpreter."


def _folder_with(module: str, folder: Path, depth: int) -> Path | None:
    if (folder / f"{module}.py").is_file() or (folder / module / "__init__.py").is_file():
        return folder
    if depth == 0:
        return None
    try:
        below = sorted(entry.path for entry in os.scandir(folder) if _is_searched(entry))
    except OSError:
        return None
    found = (_folder_with(module, Path(path), depth - 1) for path in below)
    return next((place for place in found if place is not None), None)


def _is_searched(entry: os.DirEntry[str]) -> bool:
    hidden = entry.name.startswith(".") or entry.name in _NOT_SEARCHED
    return not hidden and entry.is_dir(follow_symlinks=False)
