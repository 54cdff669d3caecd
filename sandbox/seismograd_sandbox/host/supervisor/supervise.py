"""Run one command for an owner: keep its limits, end all of it, report what became of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from seismograd_sandbox.host.leftovers import end_processes_of
from seismograd_sandbox.host.removal import remove_tree
from seismograd_sandbox.host.supervisor import tree
from seismograd_sandbox.host.supervisor.disk import DiskWatch
from seismograd_sandbox.host.supervisor.disk_use import DiskUse, disk_use
from seismograd_sandbox.host.supervisor.lifeline import Lifeline
from seismograd_sandbox.host.supervisor.order import Order, Report
from seismograd_sandbox.host.supervisor.reporting import report_of
from seismograd_sandbox.host.supervisor.session_keyring import join_new_session_keyring
from seismograd_sandbox.host.supervisor.starting import Started, start
from seismograd_sandbox.host.supervisor.unlinked import unlinked_bytes
from seismograd_sandbox.host.supervisor.usage import UsageWatch
from seismograd_sandbox.host.supervisor.windows_job import join_a_job

GRACE_S = 2.0
"""From the request to end until the end by force: enough for the last lines of a trace."""
TICK_S = 0.1
ORPHANED = "orphaned"


def main() -> None:
    """Argument: the file for the report. The order comes on standard input, which stays open."""
    wake = threading.Event()
    lifeline = Lifeline(wake)
    order = Order.read(lifeline.order())
    join_new_session_keyring()
    tree.become_root()
    join_a_job(order.memory_bytes, order.pids)
    report = Supervision(order, lifeline, wake).run()
    if report.ending != ORPHANED:
        _leave(report, Path(sys.argv[1]))
    elif lifeline.owner_is_dead():
        remove_tree(Path(order.scratch))


def _leave(report: Report, place: Path) -> None:
    """The run may have removed the folder; a reader sees all of the report or none."""
    place.parent.mkdir(mode=0o700, exist_ok=True)
    half = place.with_suffix(".half")
    half.write_bytes(report.line())
    half.replace(place)


class Supervision:
    def __init__(self, order: Order, lifeline: Lifeline, wake: threading.Event) -> None:
        self._order = order
        self._lifeline = lifeline
        self._wake = wake
        self._usage = UsageWatch(order.memory_bytes, order.pids, order.steps_to_user)
        self._disk: DiskWatch | None = None

    def run(self) -> Report:
        before = self._written().bytes
        began = time.monotonic()
        try:
            started = start(self._order)
        except OSError as error:
            return Report("exited", failure=f"{self._order.command[0]}: {error.strerror}")
        self._watch_from_now_on(started, before)
        why = self._until_the_end(started.process, began) or self._passed_unseen()
        if why != ORPHANED and started.process.poll() is None:
            self._ask_to_end(started.process)
        tree.end_all(spare=started.process.pid)
        if sys.platform == "darwin":  # there nobody can adopt orphans
            end_processes_of(self._order.name)
        started.process.wait()
        seconds = time.monotonic() - began
        report = report_of(self._order, why, started, seconds, self._usage.peak_bytes)
        if started.group is not None:
            started.group.remove()
        return report

    def _watch_from_now_on(self, started: Started, written_before: int) -> None:
        """Threads only now: the process was forked from a single one."""
        self._lifeline.listen()
        threading.Thread(target=self._wait_for, args=[started.process], daemon=True).start()
        if self._order.disk_bytes is not None:
            most = written_before + self._order.disk_bytes
            self._disk = DiskWatch(self._written, most, self._wake)

    def _written(self) -> DiskUse:
        folders = self._order.disk_folders
        use = disk_use(folders)
        use.bytes += unlinked_bytes(tree.descendants(os.getpid()), folders)
        return use

    def _wait_for(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        self._wake.set()

    def _until_the_end(self, process: subprocess.Popen[bytes], began: float) -> str:
        """Why the run has to end; empty when it ended by itself."""
        while process.poll() is None:
            self._wake.clear()
            if why := self._reason_to_end(process.pid, time.monotonic() - began):
                return why
            self._wake.wait(self._pause(time.monotonic() - began))
        return ""

    def _passed_unseen(self) -> str:
        """A run may write too much and end before anybody has measured."""
        return "disk-limit" if self._disk is not None and self._disk.look() else ""

    def _reason_to_end(self, pid: int, seconds: float) -> str:
        if self._lifeline.orphaned:
            return ORPHANED
        if self._lifeline.cancelled:
            return "cancelled"
        if self._order.wall_s is not None and seconds >= self._order.wall_s:
            return "wall-limit"
        if self._disk is not None and self._disk.exceeded:
            return "disk-limit"
        return self._usage.exceeded(os.getpid())

    def _pause(self, seconds: float) -> float:
        left = TICK_S if self._order.wall_s is None else self._order.wall_s - seconds
        return max(0.0, min(TICK_S, left))

    def _ask_to_end(self, process: subprocess.Popen[bytes]) -> None:
        """Once, but until somebody is there to hear it: the kernel's lists have gaps at times."""
        heard = False
        deadline = time.monotonic() + GRACE_S
        while process.poll() is None and time.monotonic() < deadline:
            if not heard:
                users = tree.at_depth(process.pid, self._order.steps_to_user)
                tree.send(signal.SIGTERM, users)
                heard = bool(users)
            time.sleep(0.01)
