"""Run a script as the user would, watched: what `run` and `diagnose` begin with."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.cli.run_display import Display, OutputQueue, display_for
from seismograd.cli.run_options import settings_for, wishes_from
from seismograd.cli.run_signals import cancelled_by_signals
from seismograd.cli.terminal import style_for
from seismograd.cli.trouble import ANOTHER_FOLDER, UsageError
from seismograd.own_folder import NoFolder
from seismograd.runs.entry import Entry
from seismograd.runs.execute import execute, first_record
from seismograd.runs.folder import RunFolder, given_run_folder, new_run_folder
from seismograd.runs.history import prune
from seismograd.runs.interpreter import NoInterpreter
from seismograd.runs.plan import Plan
from seismograd.runs.prepare import prepare
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.runs.told import FollowedTrace, told_by_trace
from seismograd.runs.watched_run import WatchedRun
from seismograd.work_thread import settle
from seismograd_sandbox.host.limits import UnknownLimit
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import Choice, choose

REFRESH_S = 0.2


def watched_run(
    entry: Entry, arguments: argparse.Namespace, cancel: Cancellation | None = None
) -> WatchedRun:
    """To its end, with its output and progress shown; raises `UsageError`.

    Signals set `cancel`: whoever goes on afterwards learns of it there.
    """
    plan, choice = planned_run(entry, arguments)
    try:
        folder = _folder(arguments.out, entry.root)
        cancel = Cancellation() if cancel is None else cancel
        summary = _run(plan, choice, folder, arguments, cancel)
        return WatchedRun(summary, plan, choice)
    except NoFolder as error:
        raise UsageError(f"{error}; {ANOTHER_FOLDER}") from error
    except SandboxUnusable as error:
        raise UsageError(str(error)) from error


def planned_run(entry: Entry, arguments: argparse.Namespace) -> tuple[Plan, Choice]:
    """Raises `UsageError`."""
    settings = settings_for(entry, arguments)
    try:
        wishes = replace(wishes_from(arguments), live=_is_watched(arguments))
        plan = prepare(entry, settings, wishes)
        return plan, choose(settings.sandbox, entry.root)
    except (NoInterpreter, UnknownLimit, SandboxUnusable) as error:
        raise UsageError(str(error)) from error


def _is_watched(arguments: argparse.Namespace) -> bool:
    """Whether the script's output goes to a terminal."""
    return (sys.stderr if arguments.format == "json" else sys.stdout).isatty()


def _folder(out: str | None, root: Path) -> RunFolder:
    if out is not None:
        return given_run_folder(Path(out).absolute(), root)
    prune(root)
    return new_run_folder(root)


def _run(
    plan: Plan,
    choice: Choice,
    folder: RunFolder,
    arguments: argparse.Namespace,
    cancel: Cancellation,
) -> RunSummary:
    queue = OutputQueue()
    style = style_for(arguments.colour, sys.stderr)
    display = display_for(style, keep_stdout=arguments.format == "json")
    record = first_record(plan, folder, choice)

    def work() -> RunRecord:
        return execute(plan, record, folder, choice, listen=queue.put, cancel=cancel)

    with cancelled_by_signals(cancel):
        ended = _watched(_started(work), display, queue, folder, cancel)
    return RunSummary(folder, ended, told_by_trace(folder))


def _started(work: Callable[[], RunRecord]) -> Future[RunRecord]:
    """In a thread beside this one, which has to print and to hear signals."""
    future: Future[RunRecord] = Future()
    threading.Thread(target=settle, args=(future, work), name="seismograd-run", daemon=True).start()
    return future


def _watched(
    running: Future[RunRecord],
    display: Display,
    queue: OutputQueue,
    folder: RunFolder,
    cancel: Cancellation,
) -> RunRecord:
    """Show what comes until the run is over; whoever stops reading ends it."""
    try:
        with FollowedTrace(folder) as trace:
            is_over = False
            while not is_over:
                is_over = _is_over(running)
                queue.pour(display)
                display.progress(trace.refresh(), trace.epoch)
        display.close()
    except OSError:
        cancel.set()
        running.exception()
        raise
    return running.result()


def _is_over(running: Future[RunRecord]) -> bool:
    try:
        running.exception(timeout=REFRESH_S)
    except TimeoutError:
        return False
    return True
