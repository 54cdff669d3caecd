"""Start the user's script or module the way the interpreter does, as `__main__`."""

from __future__ import annotations

import builtins
import importlib
import io
import os
import sys
from importlib.machinery import SourceFileLoader, SourcelessFileLoader
from types import CodeType, ModuleType
from typing import Any, cast

from .options import Options
from .places import present_folder
from .script_builtins import guarded_builtins
from .script_guard import ScriptGuard
from .search_path import give_way

COMPILED = ".pyc"


class NotRunnable(Exception):
    """The script is not there or is no Python; the interpreter has its own words for that."""


def execute(options: Options, guard: ScriptGuard | None = None) -> None:
    """Returns when the script does, raises what it raises."""
    if options.folder is not None:
        os.chdir(options.folder)
    _show_plain_arguments(options)
    if options.live:
        _print_whole_lines()
    main = _new_main()
    _allow_for(_frames_below())
    if options.module:
        _put_on_path(present_folder())
        give_way()
        sys.argv[0] = "-m"
        _runpy()._run_module_as_main(options.entry)
    elif _is_importable(options.entry):
        sys.path.insert(0, os.path.join(present_folder(), options.entry))
        give_way()
        _runpy()._run_module_as_main("__main__", False)
    else:
        _put_on_path(os.path.dirname(os.path.realpath(options.entry)))
        give_way()
        code = _prepare_script(os.path.join(present_folder(), options.entry), main)
        if guard is not None:
            main.__dict__["__builtins__"] = guarded_builtins(guard.refuse)
            guard.install(code)
        if sys.version_info < (3, 12):
            _allow_for(1)  # `exec` counts as a call there
        exec(code, main.__dict__)


def interpreter_arguments(options: Options) -> list[str]:
    """What a user types after `python`."""
    return [*(["-m"] if options.module else []), options.entry, *options.arguments]


def _show_plain_arguments(options: Options) -> None:
    sys.argv[:] = [options.entry, *options.arguments]
    if hasattr(sys, "orig_argv"):  # since Python 3.10; programs that start themselves again use it
        sys.orig_argv[:] = [sys.orig_argv[0], *interpreter_arguments(options)]


def _print_whole_lines() -> None:
    """As on a terminal, which somebody who watches has at the other end of the pipe."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def _frames_below() -> int:
    frame, count = sys._getframe(1), 1
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def _allow_for(frames: int) -> None:
    """What is ours does not count against the script's depth of recursion."""
    sys.setrecursionlimit(sys.getrecursionlimit() + frames)


def _new_main() -> ModuleType:
    main = ModuleType("__main__")
    main.__dict__.update(__annotations__={}, __builtins__=builtins)
    sys.modules["__main__"] = main
    return main


def _put_on_path(folder: str) -> None:
    wished_away = getattr(sys.flags, "safe_path", False) and not sys.flags.isolated
    if not wished_away:
        sys.path.insert(0, folder)


def _runpy() -> Any:
    return importlib.import_module("runpy")


def _is_importable(path: str) -> bool:
    """A folder or an archive with a `__main__` in it."""
    return os.path.isdir(path) or any(_finds(hook, path) for hook in sys.path_hooks)


def _finds(hook: Any, path: str) -> bool:
    try:
        return hook(path) is not None
    except ImportError:
        return False


def _prepare_script(path: str, main: ModuleType) -> CodeType:
    kind = SourcelessFileLoader if path.endswith(COMPILED) else SourceFileLoader
    loader: Any = kind("__main__", path)
    main.__dict__.update(__file__=path, __cached__=None, __loader__=loader)
    try:
        if kind is SourcelessFileLoader:
            return cast(CodeType, loader.get_code("__main__"))
        return compile(loader.get_data(path), path, "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError, ImportError) as error:
        raise NotRunnable(path) from error
