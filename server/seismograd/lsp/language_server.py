"""The server object that the features share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from seismograd import __version__
from seismograd.jobs import Jobs
from seismograd.lsp.client_features import ClientFeatures
from seismograd.lsp.client_options import ClientOptions
from seismograd.lsp.histories import Histories
from seismograd.lsp.known_repairs import KnownRepairs
from seismograd.lsp.last_runs import LastRuns
from seismograd.lsp.project import Project
from seismograd.lsp.protocol import SeismogradProtocol
from seismograd.lsp.publisher import Publisher
from seismograd.lsp.run_findings import RunFindings
from seismograd.lsp.uris import path_of
from seismograd.lsp.worker import Worker
from seismograd.rules.rule import Rule

if TYPE_CHECKING:
    from seismograd.lsp.editor_connection import EditorConnection
    from seismograd.lsp.live_runs import LiveRun
    from seismograd.lsp.repair_live import LiveRepair
    from seismograd.lsp.reproduce_live import LiveReproduction

log = logging.getLogger(__name__)
Result = TypeVar("Result")

CONFIGURATION_PATIENCE = 3.0
"""Seconds to wait for a client's settings before checking under the ones at hand."""
NOTEBOOKS = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook="*", cells=[types.NotebookCellLanguage(language="python")]
        )
    ],
    save=True,
)


class SeismogradServer(LanguageServer):
    """Talks to the client on the event loop and leaves the code to the worker."""

    protocol: SeismogradProtocol

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        super().__init__(
            "seismograd",
            __version__,
            notebook_document_sync=NOTEBOOKS,
            protocol_cls=SeismogradProtocol,
            converter_factory=default_converter,
        )
        self.worker = Worker()
        self.project = Project(rules)
        self.client = ClientFeatures()
        self.options = ClientOptions()
        self.publisher = Publisher(self)
        self.jobs = Jobs()
        self.histories = Histories()
        self.live_runs: dict[str, LiveRun] = {}
        self.live_repairs: dict[str, LiveRepair] = {}
        self.known_repairs = KnownRepairs()
        self.live_reproductions: dict[str, LiveReproduction] = {}
        self.run_findings = RunFindings(self)
        self.last_runs = LastRuns(self)
        self.initialization_options: object = None
        self.client_name = "unknown"
        self._loop: asyncio.AbstractEventLoop | None = None
        self._configured: asyncio.Event | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._edits_sent: dict[str, int] = {}
        self._edits_done: dict[str, int] = {}

    @cached_property
    def editor_model(self) -> EditorConnection:
        """The language model of the client; few sessions ask it."""
        from seismograd.lsp.editor_connection import EditorConnection

        return EditorConnection(self)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Our failures are errors in the log; what the client did wrong is only noted there."""
        is_ours = not isinstance(error, JsonRpcException) or isinstance(error, JsonRpcInternalError)
        level = logging.ERROR if is_ours else logging.INFO
        log.log(level, "%s: %s", getattr(source, "__name__", "error"), error)

    @property
    def was_shut_down(self) -> bool:
        """Whether the client asked for the end before it came."""
        return bool(self.protocol._shutdown)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._note_end)
        return task

    def _note_end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    def on_loop(self, work: Callable[[], object]) -> None:
        """Let the event loop do something that the worker found necessary."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def enqueue(self, work: Callable[[], object]) -> None:
        """Let the worker do something that nobody waits for."""
        self.worker.submit(work).add_done_callback(_log_failure)

    def edit(self, uri: str, work: Callable[[], None]) -> None:
        """Let the worker change a document, remembering that it is behind until then."""
        path = path_of(uri)
        number = self._edits_sent[path] = self._edits_sent.get(path, 0) + 1

        def apply() -> None:
            try:
                work()
            finally:
                self._edits_done[path] = number

        self.enqueue(apply)

    async def run_checked(self, uri: str, work: Callable[[], Result]) -> Result:
        """Do some work on a document that has been checked in its newest version."""
        await self.configured()
        while True:
            done, result = await self.worker.run(lambda: self._attempt(uri, work))
            if done:
                return result  # type: ignore[return-value]

    def _attempt(self, uri: str, work: Callable[[], Result]) -> tuple[bool, Result | None]:
        path = self.project.files.path_of(uri)
        if self._edits_sent.get(path, 0) != self._edits_done.get(path, 0):
            return False, None
        self.project.settle(path)
        return True, work()

    def recheck(self) -> None:
        """Something other than an open document changed."""
        if self.client.pulls_diagnostics:
            self.publisher.ask_to_pull_again()
        else:
            self.publisher.refresh()

    async def configured(self) -> None:
        """Wait for the client's settings, but not for a client that never sends them."""
        if self._configured is not None and not self._configured.is_set():
            try:
                # Not `wait_for`: on Python 3.11 it can swallow a cancellation that comes meanwhile.
                async with asyncio.timeout(CONFIGURATION_PATIENCE):
                    await self._configured.wait()
            except TimeoutError:
                self._configured.set()

    def begin(self) -> None:
        """A client is there; its settings are yet to come."""
        self._loop = asyncio.get_running_loop()
        self._configured = asyncio.Event()

    def note_configuration(self) -> None:
        if self._configured is not None:
            self._configured.set()


def _log_failure(future: Future[Any]) -> None:
    if not future.cancelled() and (error := future.exception()) is not None:
        log.error("work on a document failed", exc_info=error)
