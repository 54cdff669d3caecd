"""A warm interpreter: frameworks are loaded once, and every request runs in a child of it.

Requests come as files in a folder, `<number>.request`, one after the other; answers go there as
`<number>.answer`, the child's output beside them; `<number>.stop` ends a child. A child leaves
nothing in the project: what it made is removed, and if it changed what was there, the answer names
it.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from .endings import exit_status

OF_FRAMEWORKS = {"torch": ".probes.torch_probe", "keras": ".probes.keras_probe"}
"""What a child would load of ours once it sees that the framework is there."""
GPU = "/dev/nvidiactl"
PAUSE_S = 0.004
MOST_FILES = 20_000
MOST_CHANGED = 100
"""Files that a script has written over; more of them are not named one by one."""
READY, STOP = "ready", "stop"
_A_FOLDER = (0, -1)


def wait_for_request(words: Sequence[str]) -> list[str]:
    """Comes back in a forked child, with the words it shall run; the warm one never does."""
    folder, root, preloaded = words
    for name in filter(None, preloaded.split(",")):
        if not _may_start_gpu(name):
            _load(name)
    for framework, probe in OF_FRAMEWORKS.items():
        if framework in sys.modules:
            _load(probe)
    gc.collect()
    gc.freeze()  # a child that looks through all of it would make a copy of all of it
    _place(os.path.join(folder, READY), {"pid": os.getpid()})
    number = 0
    while not os.path.exists(os.path.join(folder, STOP)):
        request = _take(os.path.join(folder, f"{number}.request"))
        if request is None:
            time.sleep(PAUSE_S)
            continue
        child_words = _Trial(folder, root, number).run(request)
        if child_words is not None:
            return child_words
        number += 1
    raise SystemExit(0)


def run_and_vanish(run: Callable[[], None]) -> NoReturn:
    """Exit handlers are called as ever; only the interpreter is not taken apart.

    That would take longer than most trials: it writes to all the memory shared with the parent.
    """
    status = 0
    try:
        run()
    except SystemExit as last:
        status = exit_status(last.code)
        if not isinstance(last.code, (int, type(None))):
            sys.stderr.write(f"{last.code}\n")
    with suppress(Exception):
        finish_threads: Any = threading
        finish_threads._shutdown()
        exit_handlers: Any = atexit
        exit_handlers._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os._exit(status)


class _Trial:
    def __init__(self, folder: str, root: str, number: int) -> None:
        self._base = os.path.join(folder, str(number))
        self._root = root

    def run(self, request: dict[str, Any]) -> list[str] | None:
        """The words to run, in the child; None in the parent, once the child is over."""
        self._forget_last_output()
        before = _contents(self._root)
        started = time.monotonic()
        child = os.fork()
        if child == 0:
            self._settle_in()
            return [str(word) for word in request["words"]]
        status, why = self._watch(child, float(request["wall_s"]), int(request["output_bytes"]))
        answer = {
            "status": status,
            "ended": why,
            "seconds": time.monotonic() - started,
            "changed": _restore(self._root, before),
        }
        _place(f"{self._base}.answer", answer)
        return None

    def _forget_last_output(self) -> None:
        """Whoever asks again has read it, and it may be large."""
        folder, number = os.path.split(self._base)
        for name in ("stdout", "stderr"):
            with suppress(OSError):
                os.unlink(os.path.join(folder, f"{int(number) - 1}.{name}"))

    def _settle_in(self) -> None:
        os.setsid()
        for number, path, flags in (
            (0, os.devnull, os.O_RDONLY),
            (1, f"{self._base}.stdout", os.O_WRONLY | os.O_CREAT | os.O_EXCL),
            (2, f"{self._base}.stderr", os.O_WRONLY | os.O_CREAT | os.O_EXCL),
        ):
            opened = os.open(path, flags, 0o644)
            os.dup2(opened, number)
            os.close(opened)

    def _watch(self, child: int, wall_s: float, most: int) -> tuple[int, str]:
        """The child's status, and why it was ended if it did not end by itself."""
        deadline = time.monotonic() + wall_s
        why = ""
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                _end_group(child)  # its own children too
                return status, why
            if time.monotonic() > deadline:
                why = "wall"
            elif any(_size(f"{self._base}.{name}") > most for name in ("stdout", "stderr")):
                why = "output"
            elif os.path.exists(f"{self._base}.stop"):
                why = "stopped"
            if why:
                _end_group(child)
            time.sleep(PAUSE_S)


def _may_start_gpu(name: str) -> bool:
    """Keras starts a GPU as it is loaded, and no child could use it then; torch does not."""
    is_seen = os.path.exists(GPU) and os.environ.get("CUDA_VISIBLE_DEVICES") != ""
    return is_seen and name.partition(".")[0] not in ("torch", "numpy")


def _load(name: str) -> None:
    """What cannot be imported here may be a mistake of the script's, and is left to it."""
    try:
        importlib.import_module(name, __package__)
    except Exception as error:
        sys.stderr.write(f"seismograd-guest: {name} was not loaded: {error}\n")


def _take(path: str) -> dict[str, Any] | None:
    try:
        with open(path, encoding="utf-8") as file:
            request: dict[str, Any] = json.load(file)
    except FileNotFoundError:
        return None
    os.unlink(path)
    return request


def _place(path: str, content: dict[str, Any]) -> None:
    """Whole or not at all: somebody is waiting for it to appear."""
    with open(path + ".partial", "w", encoding="utf-8") as file:
        json.dump(content, file)
    os.replace(path + ".partial", path)


def _end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _contents(root: str) -> dict[str, tuple[int, int]]:
    """All below a folder with what tells that it was changed; not too much of it."""
    found: dict[str, tuple[int, int]] = {}
    for folder, folders, names in os.walk(root):
        found.update((os.path.join(folder, name), _A_FOLDER) for name in folders)
        for name in names:
            path = os.path.join(folder, name)
            try:
                state = os.lstat(path)
            except OSError:
                continue
            found[path] = (state.st_mtime_ns, state.st_size)
        if len(found) > MOST_FILES:
            break
    return found


def _restore(root: str, before: dict[str, tuple[int, int]]) -> list[str] | None:
    """Remove what is new, and name the files that are not as they were; None where that is not
    all that changed, or where it is too much."""
    after = _contents(root)
    new = after.keys() - before.keys()
    try:
        for path in sorted(new, key=len, reverse=True):
            remove = os.rmdir if after[path] == _A_FOLDER else os.unlink
            remove(path)
    except OSError:
        return None
    changed = [path for path, state in before.items() if after.get(path) != state]
    if len(changed) > MOST_CHANGED or not all(map(_is_plain_file, changed)):
        return None
    return [os.path.relpath(path, root) for path in changed]


def _is_plain_file(path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False
