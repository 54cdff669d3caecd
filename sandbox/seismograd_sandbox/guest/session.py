"""One watched run in this process, from its `start` event to its `end`."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from .endings import Ending, ending_of, exit_status
from .failures import describe_failure
from .fatal_errors import note_fatal_errors
from .hard_exit import before_hard_exit
from .observer import Observer
from .options import Options
from .places import Places
from .script_guard import ScriptGuard
from .trace_channel import open_channel
from .trace_writer import TraceWriter
from .watch import Watch

MEGABYTE = 1_000_000


class Session:
    """Belongs to the process that made it: forked children take no part in it."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._owner = os.getpid()
        sink = None if options.channel is None else open_channel(options.channel)
        self._trace = TraceWriter(options.trace, int(options.max_trace_mb * MEGABYTE), sink)
        self.guard = None if options.channel is None else ScriptGuard(options)
        places = Places(options.root, self.guard.is_of_script if self.guard else None)
        self._observer = Observer(self._trace, places, options)
        self._watch = Watch(self._observer)
        self._ending: Ending | None = None
        self._over = False

    def begin(self) -> None:
        if self._options.trace:
            note_fatal_errors(self._options.trace)
        self._observer.record("start", **self._start())
        # The first to be registered is the last to be called, after threads and the script's own.
        atexit.register(self._end)
        before_hard_exit(self._end_now)
        self._watch.begin()

    def note_ending(self, error: BaseException | None) -> None:
        """The script is over, though its threads and exit handlers may not be."""
        if not self._is_ours():
            return
        if self.guard is not None:
            self.guard.end_if_replaced()
        self._ending = ending_of(error)
        if error is not None and not isinstance(error, SystemExit):
            failure = describe_failure(error, self._observer.places, self._observer.place_built)
            self._observer.record("exception", **failure)
        self._observer.enter_phase("end")

    def note_last(self, last: BaseException) -> None:
        """A failure was shown; a hook of the script may have chosen another status for it."""
        if self._ending is not None and isinstance(last, SystemExit):
            self._ending = replace(self._ending, exit_code=exit_status(last.code))

    def _start(self) -> dict[str, Any]:
        options = self._options
        return {
            "id": options.id,
            "time": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
            "script": None if options.module else self._script(),
            "module": options.entry if options.module else None,
            "arguments": options.arguments,
            "root": os.path.abspath(options.root),
            "python": ".".join(str(part) for part in sys.version_info[:3]),
            "platform": sys.platform,
            "pid": self._owner,
            "seed": options.seed,
            "hash_seed": _hash_seed(),
            "budget": options.budget,
            "probes": options.probes,
        }

    def _script(self) -> str:
        return self._observer.places.file(
            os.path.join(os.path.abspath(self._options.folder or "."), self._options.entry)
        )

    def _end(self) -> None:
        if self._over or not self._is_ours():
            return
        self._over = True
        self._watch.end()
        self._write_end(self._ending or Ending("exited", 0))

    def _end_now(self, status: int) -> None:
        """The process is about to vanish; a thread that ends a hanging run must not hang too."""
        if self._over or not self._is_ours():
            return
        self._over = True
        if threading.current_thread() is threading.main_thread():
            self._watch.end()
        self._write_end(Ending("exited", exit_status(status)))

    def _write_end(self, ending: Ending) -> None:
        steps = self._observer.steps
        self._trace.close({**ending.fields(), "seconds": self._trace.seconds, "steps": steps})

    def _is_ours(self) -> bool:
        return os.getpid() == self._owner


def _hash_seed() -> str | None:
    """What the order of sets of strings depends on; it can be set before the start only."""
    return None if sys.flags.ignore_environment else os.environ.get("PYTHONHASHSEED")
