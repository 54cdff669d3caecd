"""The cases that an assistant works on, from one call of its tools to the next."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from seismograd.cancellation import Cancellation, CancellationByCall
from seismograd.mcp.tool import ToolCall, ToolError
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.results.result import outcome
from seismograd.reproduce.writer_session import WriterSession

MOST_OPEN = 4
"""Cases at a time; the one that was not used for longest is given up for a new one."""
IDLE_S = 180.0
"""An assistant that thinks needs less; a warm interpreter takes 0.3 GB, and seconds to start."""
CLOSING_S = 2.0
UNKNOWN = "there is no such id, or it was given up: call reproduce_start again"
OpenSession = Callable[["CallListener", Cancellation], WriterSession]


@dataclass(slots=True)
class CallListener:
    """Tells whoever calls at the time."""

    tell: Callable[[str], None] = lambda words: None

    def stage(self, words: str) -> None:
        self.tell(words)

    def criteria(self, fingerprint: Fingerprint) -> None:
        """It is in the answer."""

    def plan(self, plan: Plan) -> None:
        """It is in the answer."""

    def attempt(self, attempt: Attempt) -> None:
        self.tell(f"The script {outcome(attempt.stage)}")


@dataclass(slots=True)
class _Case:
    """One call at a time; its interpreters end when it is idle."""

    open: OpenSession
    idle_s: float
    listener: CallListener = field(default_factory=CallListener)
    cancel: CancellationByCall = field(default_factory=CancellationByCall)
    lock: threading.Lock = field(default_factory=threading.Lock)
    session: WriterSession | None = None
    _timer: threading.Timer | None = None

    @contextmanager
    def serving(self, call: ToolCall) -> Iterator[WriterSession]:
        with self.lock:
            self._stop_timer()
            self.listener.tell = call.tell
            try:
                with self.cancel.serving(call.cancel):
                    if self.session is None:
                        self.session = self.open(self.listener, self.cancel)
                    yield self.session
            finally:
                self._start_timer()

    def close(self) -> None:
        """Also in the middle of a call, which is stopped."""
        self.cancel.set()
        is_free = self.lock.acquire(timeout=CLOSING_S)
        try:
            self._stop_timer()
            if self.session is not None:
                self.session.close()
        finally:
            if is_free:
                self.lock.release()

    def _start_timer(self) -> None:
        self._timer = threading.Timer(self.idle_s, self._release)
        self._timer.daemon = True
        self._timer.start()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _release(self) -> None:
        # A call that has begun meanwhile sets a new timer at its end.
        if self.lock.acquire(blocking=False):
            try:
                if self.session is not None and not self.cancel:
                    self.session.release()
            finally:
                self.lock.release()


class ReproduceSessions:
    """Kept by the ids that assistants know them by."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._cases: dict[str, _Case] = {}
        self._lock = threading.Lock()

    @contextmanager
    def start(
        self, call: ToolCall, open_session: OpenSession
    ) -> Iterator[tuple[str, WriterSession]]:
        """Kept unless the block raises, or the call is cancelled: then nobody learns the id."""
        case = _Case(open_session, self._idle_s)
        try:
            with case.serving(call) as session:
                session_id = secrets.token_hex(6)
                yield session_id, session
                if call.cancel:
                    raise ToolError("the call was cancelled")
        except BaseException:
            case.close()
            raise
        self._keep(session_id, case)

    @contextmanager
    def serving(self, call: ToolCall) -> Iterator[WriterSession]:
        """Raises `ToolError` where there is none of the id."""
        with self._lock:
            session_id = call.arguments["id"]
            case = self._cases.pop(session_id, None)
            if case is None:
                raise ToolError(UNKNOWN)
            # The last one is the one that was used last.
            self._cases[session_id] = case
        with case.serving(call) as session:
            yield session

    def remove(self, session_id: str) -> None:
        with self._lock:
            case = self._cases.pop(session_id, None)
        if case is not None:
            case.close()

    def close(self) -> None:
        for session_id in [*self._cases]:
            self.remove(session_id)

    def _keep(self, session_id: str, case: _Case) -> None:
        with self._lock:
            self._cases[session_id] = case
            oldest = [*self._cases][:-MOST_OPEN]
        for one in oldest:
            self.remove(one)
