"""Calls of tools: one after the other beside the session, each of them cancellable.

Those that run code have a thread of their own, so that they delay nobody who only asks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import nullcontext
from functools import partial

from seismograd.cancellation import Cancellation
from seismograd.mcp import messages
from seismograd.mcp.json_object import JsonObject
from seismograd.mcp.progress import Progress
from seismograd.mcp.sampling import Sampling
from seismograd.mcp.schema import check_arguments
from seismograd.mcp.tool import Tool, ToolCall, ToolError, ToolResult
from seismograd.redaction import redact
from seismograd.work_thread import WorkThread

log = logging.getLogger(__name__)
STOPPING_S = 1.5
"""For runs to be stopped and cleaned up after: clients kill a server that takes two seconds."""


class Calls:
    """What a client has called and not yet been answered."""

    def __init__(self, send: Callable[[JsonObject], None]) -> None:
        self._send = send
        self._threads: dict[bool, WorkThread] = {}
        self._running: dict[object, Cancellation] = {}
        self._running_code: dict[object, Cancellation] = {}
        self._futures: set[Future[None]] = set()
        self.sampling: Sampling | None = None
        """Where the client offers its language model."""

    def start(self, tool: Tool, request_id: object, params: JsonObject) -> None:
        cancel = self._running[request_id] = Cancellation()
        if tool.runs_code:
            self._running_code[request_id] = cancel
        call = partial(self._run, tool, request_id, params, cancel)
        future = self._thread(tool).submit(call)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)

    def cancel(self, request_id: object) -> None:
        cancel = self._running.get(request_id) if isinstance(request_id, str | int) else None
        if cancel is not None:
            cancel.set()

    def finish(self, patience: float) -> None:
        """Cancel what runs code, so that no run outlives us; let the rest end, for a while."""
        for cancel in list(self._running_code.values()):
            cancel.set()
        wait(list(self._futures), timeout=patience)
        for cancel in list(self._running.values()):
            cancel.set()
        wait(list(self._futures), timeout=STOPPING_S)

    def _thread(self, tool: Tool) -> WorkThread:
        if tool.runs_code not in self._threads:
            self._threads[tool.runs_code] = WorkThread()
        return self._threads[tool.runs_code]

    def _run(
        self, tool: Tool, request_id: object, params: JsonObject, cancel: Cancellation
    ) -> None:
        try:
            content = {} if cancel else self._content(tool, params, cancel)
            # Nobody waits for the answer to a call that was cancelled.
            if not cancel:
                self._send(messages.result(request_id, content))
        finally:
            self._running.pop(request_id, None)
            self._running_code.pop(request_id, None)

    def _content(self, tool: Tool, params: JsonObject, cancel: Cancellation) -> JsonObject:
        try:
            arguments = check_arguments(params.get("arguments") or {}, tool.input_schema)
            report = Progress(self._send, params)
            with report.repeated() if tool.runs_code else nullcontext():
                call = ToolCall(arguments, cancel, report, report.tell, self.sampling)
                return _success(tool.call(call))
        except ToolError as error:
            return _trouble(str(error))
        except Exception as error:
            log.warning("the tool %s failed", tool.name, exc_info=True)
            return _trouble(redact(f"internal error: {type(error).__name__}: {error}"))


def _success(result: ToolResult) -> JsonObject:
    return {
        "content": [{"type": "text", "text": text} for text in result.texts],
        "structuredContent": result.structured,
        "isError": False,
    }


def _trouble(sentence: str) -> JsonObject:
    return {"content": [{"type": "text", "text": sentence}], "isError": True}
