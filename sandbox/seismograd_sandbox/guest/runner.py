"""Run the user's script or module as `__main__`, watched, and say how it ended."""

from __future__ import annotations

import faulthandler
import os
import runpy
import sys
import threading
import types
from typing import NoReturn

from .endings import Ending, ending_of
from .failures import describe_failure
from .options import Options
from .places import Places
from .trace_writer import TraceWriter
from .watch import Watch

MEGABYTE = 1_000_000


def run(options: Options) -> NoReturn:
    """Never returns: leaves with the status that the script itself would have left with."""
    trace = TraceWriter(options.trace, int(options.max_trace_mb * MEGABYTE))
    places = Places(options.root)
    _note_fatal_errors(options.trace)
    watch = Watch(trace, places, options)
    watch.begin()
    ending = _execute(options)
    if ending.failure is not None:
        trace.record("exception", describe_failure(ending.failure, places))
    watch.end()
    trace.record("end", {**ending.fields(), "seconds": trace.seconds, "steps": watch.steps})
    trace.close()
    ending.leave()


def _note_fatal_errors(trace: str) -> None:
    """A segmentation fault leaves the Python stack beside the trace, not among the output."""
    try:
        faulthandler.enable(open(trace + ".fatal", "w"))  # noqa: SIM115 - open until the end
    except OSError:
        faulthandler.enable()


def _execute(options: Options) -> Ending:
    try:
        _run_as_main(options)
        _wait_for_threads()
    except BaseException as error:
        return ending_of(error)
    return ending_of(None)


def _run_as_main(options: Options) -> None:
    main = types.ModuleType("__main__")
    main.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    sys.argv[:] = [options.entry, *options.arguments]
    if options.folder is not None:
        os.chdir(options.folder)
    if options.module:
        sys.path.insert(0, os.getcwd())
        runpy._run_module_as_main(options.entry)  # type: ignore[attr-defined]
    else:
        _run_script(options.entry, main)


def _run_script(path: str, main: types.ModuleType) -> None:
    """What the interpreter does with a script; a folder or archive goes the standard way."""
    if not os.path.isfile(path) or path.endswith((".pyz", ".zip")):
        runpy.run_path(path, run_name="__main__")
        return
    sys.path.insert(0, os.path.dirname(os.path.realpath(path)))
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    main.__file__ = path
    main.__dict__.update(__cached__=None, __doc__=None, __annotations__={})
    exec(code, main.__dict__)


def _wait_for_threads() -> None:
    """As the interpreter does at its end, so that what they do is still seen."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
