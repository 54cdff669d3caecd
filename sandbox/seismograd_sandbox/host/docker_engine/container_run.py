"""One command in one container, from its creation to its removal."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.attached import Attached, Output
from seismograd_sandbox.host.docker_engine.connection import (
    QUICK_S,
    as_obstacle,
    connect,
    engine_errors,
    is_late,
    is_refusal,
)
from seismograd_sandbox.host.docker_engine.disk_guard import DiskGuard
from seismograd_sandbox.host.docker_engine.engine_watch import EngineWatch
from seismograd_sandbox.host.docker_engine.halt import Halt
from seismograd_sandbox.host.docker_engine.inside_paths import REPORTS, WARDEN
from seismograd_sandbox.host.docker_engine.labels import claimed
from seismograd_sandbox.host.docker_engine.reaping import remove_container
from seismograd_sandbox.host.docker_engine.report import read_report
from seismograd_sandbox.host.docker_engine.verdict import FinalState, verdict
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Listener,
    Obstacle,
    SandboxUnusable,
    Stream,
)

if TYPE_CHECKING:
    from docker import APIClient

NOT_STARTED = "the container could not be started"
REMEDY = "see what the engine says"


@dataclass(frozen=True)
class Order:
    """Everything that the containers of a session have in common."""

    url: str | None
    """Of the engine; None for the one that is found by itself."""
    image: str
    python: str
    project: str
    user: str
    host_config: dict[str, Any]
    labels: dict[str, str]
    limits: Limits
    reports: Path
    disk_folders: tuple[str, ...]


class ContainerRun:
    """`stop` may be called from any thread, also before and after the run."""

    def __init__(self, order: Order, wall_s: float | None) -> None:
        self._order = order
        self._wall_s = wall_s
        self._name = f"seismograd-{uuid.uuid4().hex[:12]}"
        self._halt: Halt | None = None
        self._stopped = False
        self._lock = threading.Lock()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            halt = self._halt
        if halt is not None:
            halt.because(Ending.CANCELLED)

    def run(
        self,
        command: list[str],
        environment: dict[str, str],
        listen: Listener | None,
        cancel: Cancel | None,
    ) -> Outcome:
        if cancel is not None:
            cancel.when_set(self.stop)
        if self._stopped:
            return Outcome(Ending.CANCELLED)
        # Connections are kept until their client is closed: each run has a client of its own.
        with closing(connect(self._order.url)) as client, claimed(self._order.labels) as labels:
            container = self._create(client, command, environment, labels)
            try:
                return self._watched(client, container, listen)
            finally:
                _remove(client, container)

    def _create(
        self,
        client: APIClient,
        command: list[str],
        environment: dict[str, str],
        labels: dict[str, str],
    ) -> str:
        order = self._order
        warden = [order.python, "-I", "-S", "-B", str(WARDEN), str(REPORTS / self._name)]
        with as_obstacle("no container could be created", REMEDY):
            created = client.create_container(
                order.image,
                name=self._name,
                entrypoint=[*warden, *command],
                environment=environment,
                working_dir=order.project,
                user=order.user,
                host_config=order.host_config,
                labels=labels,
                stdin_open=True,
                healthcheck={"test": ["NONE"]},
                # Polite words come from us; an engine that stops must not pass for a signal.
                stop_signal="SIGKILL",
                # The engine's client may know of a proxy, with a password in it.
                use_config_proxy=False,
            )
        return str(created["Id"])

    def _watched(self, client: APIClient, container: str, listen: Listener | None) -> Outcome:
        with ExitStack() as stack:
            with as_obstacle(NOT_STARTED, REMEDY):
                watch = stack.enter_context(closing(EngineWatch(client, container)))
                attached = stack.enter_context(closing(Attached(client, container)))
                halt = self._halting(Halt(client, container, attached))
                if halt.reason is not None:
                    return Outcome(halt.reason)
            disk = DiskGuard(self._order.disk_folders, self._order.limits.disk_bytes)
            answered = self._start(client, container, watch)
            stack.enter_context(self._limits(halt, disk))
            began = time.monotonic()
            output = self._heard(attached, halt, listen)
            state = self._final_state(container, watch, halt) if answered else None
            halted = halt.reason or _passed_unseen(state, disk)
            return self._outcome(halted, state, output, time.monotonic() - began)

    def _start(self, client: APIClient, container: str, watch: EngineWatch) -> bool:
        """False where the engine went away before it answered: the command may have begun."""
        with as_obstacle(NOT_STARTED, REMEDY):
            try:
                client.start(container)
            except engine_errors() as error:
                if is_late(error) or (is_refusal(error) and self._engine_is_there(watch)):
                    raise
                return False
        return True

    def _engine_is_there(self, watch: EngineWatch) -> bool:
        """One on its way out refuses whatever it is asked."""
        try:
            connect(self._order.url, QUICK_S).close()
        except SandboxUnusable:
            return False
        return not watch.engine_went_away

    def _halting(self, halt: Halt) -> Halt:
        with self._lock:
            self._halt = halt
            stopped = self._stopped
        if stopped:
            halt.because(Ending.CANCELLED)
        return halt

    @contextmanager
    def _limits(self, halt: Halt, disk: DiskGuard) -> Iterator[None]:
        disk.watch(lambda: halt.because(Ending.DISK_LIMIT))
        wall = threading.Timer(self._wall_s or 0, halt.because, (Ending.WALL_LIMIT,))
        wall.daemon = True
        if self._wall_s is not None:
            wall.start()
        try:
            yield
        finally:
            wall.cancel()
            disk.close()

    def _heard(self, attached: Attached, halt: Halt, listen: Listener | None) -> Output:
        output = Output(self._order.limits.output_bytes, listen)
        try:
            halt.started()
            for stream, content in attached.frames():
                output.take(stream, content)
        finally:
            halt.over()
            output.close()
        return output

    def _final_state(self, container: str, watch: EngineWatch, halt: Halt) -> FinalState | None:
        """Asked over a new connection: an engine on its way out still answers on old ones."""
        if halt.reason is not None:
            return None
        try:
            with closing(connect(self._order.url, QUICK_S)) as client:
                client.wait(container, timeout=QUICK_S)
                state = client.inspect_container(container)["State"]
        except engine_errors(SandboxUnusable):
            return None
        if watch.engine_went_away:
            return None
        return FinalState(int(state["ExitCode"]), bool(state.get("OOMKilled")))

    def _outcome(
        self, halted: Ending | None, state: FinalState | None, output: Output, seconds: float
    ) -> Outcome:
        report = read_report(self._order.reports / self._name)
        if report is not None and report.failure is not None:
            raise SandboxUnusable(
                Obstacle(f"the command could not be started: {report.failure}", "see to its name")
            )
        found = verdict(halted, state, report, self._order.limits.cpu_s)
        return Outcome(
            found.ending,
            found.exit_code,
            found.signal,
            output.captured(Stream.STDOUT),
            output.captured(Stream.STDERR),
            seconds,
            report.peak_memory_bytes if report is not None else None,
        )


def _passed_unseen(state: FinalState | None, disk: DiskGuard) -> Ending | None:
    """Of a run that is known to be over: one that was lost may still be writing."""
    return Ending.DISK_LIMIT if state is not None and disk.is_exceeded() else None


def _remove(client: APIClient, container: str) -> None:
    try:
        remove_container(client, container)
    except engine_errors():
        return  # the engine is gone; the next start reaps what is left
