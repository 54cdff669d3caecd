"""Which files a script may not open: they tell which tree it runs on, or hold the project's code.

Looking at code is a matter for the import system and for who shows a traceback; whatever else
reads it, reads it for the script.
"""

from __future__ import annotations

import os
import re
from types import FrameType
from typing import Any

from .code_files import is_code
from .trusted_code import PASSED_OVER, SCRIPT, TrustedCode

_READERS = ("importlib", "pkgutil", "runpy", "zipimport")
"""Who reads code to run it."""
_EXECUTING = ("exec_module", "load_module", "run_path", "run_module")
_SHOWING = ("inspect", "linecache", "tokenize", "traceback", "warnings")
"""Who reads code to show it: nobody whom the script asks to."""
_SYSTEM = ("/proc/", "/sys/", "/dev/mem", "/dev/fd/", "/run/seismograd")
OWN_MEMORY = "/proc/self/statm"
"""How many pages the process has: what leaks is measured by it, and nothing else is told."""
_GIT = f"{os.sep}.git{os.sep}"
_WRITING = set("wax+")
_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_OF_PROCESSES = re.compile(r"/proc/[^/]+/(?:mem|fd|task|environ|cmdline)")


def refused_file(
    code: TrustedCode, path: Any, frame: FrameType, mode: Any, flags: Any = 0
) -> str | None:
    """What is wrong with opening it; None where nothing is."""
    if not isinstance(path, (str, bytes)):
        return None  # a descriptor that is open already
    name = os.fsdecode(path)
    if name == OWN_MEMORY:
        return None
    real = os.path.realpath(name)
    if name.startswith(_SYSTEM) or real.startswith(_SYSTEM):
        is_script = _OF_PROCESSES.match(name) or code.acts(frame) == SCRIPT
        return f"opens {name}" if is_script and _is_for_script(code, frame) else None
    if code.is_script(real):
        return None
    writes = _WRITING & set(mode) if isinstance(mode, str) else flags & _WRITE_FLAGS
    if code.is_in_project(real) and (is_code(real) or _GIT in real):
        return _of_project(code, name, bool(writes), frame)
    if writes and is_code(real) and code.acts(frame) == SCRIPT:
        return f"writes code to {name}"
    return None


def _of_project(code: TrustedCode, name: str, writes: bool, frame: FrameType) -> str | None:
    reader = code.standard_module(frame.f_code.co_filename)
    is_script = code.acts(frame) == SCRIPT
    if writes:
        return f"changes {name}" if is_script else None
    if reader in _READERS:
        return None if _is_to_run(code, frame) else f"reads {name}"
    if reader in _SHOWING:
        return f"reads {name}" if is_script else None
    return f"reads {name}" if _is_for_script(code, frame) else None


def _is_to_run(code: TrustedCode, frame: FrameType | None) -> bool:
    """Whether what is read is executed by who reads it, and not given to the script."""
    while frame is not None and code.kind(frame.f_code.co_filename) == PASSED_OVER:
        if frame.f_code.co_name in _EXECUTING:
            return True
        frame = frame.f_back
    return code.acts(frame) != SCRIPT


def _is_for_script(code: TrustedCode, frame: FrameType | None) -> bool:
    """Whether no code of the project lies between the script and who reads."""
    while frame is not None:
        filename = frame.f_code.co_filename
        if code.kind(filename) == SCRIPT:
            return True
        if code.is_of_project(filename):
            return False
        frame = frame.f_back
    return False
