"""Trials on the nodes of a Ray cluster. Ray decides where each runs.

A trial whose process or whole node is lost begins anew elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.compute.compute import Compute, ComputeUnavailable
from seismograd.compute.forwarded_trial import ForwardedTrial
from seismograd.compute.node_setup import node_setup
from seismograd.compute.project_archive import pack_project
from seismograd.compute.ray_actors import LOOK_S, RayActors
from seismograd.compute.ray_connection import INSTALL, join_cluster, last_line
from seismograd.compute.slots import Capacity, Needs, Slots, find_slots
from seismograd.compute.trial_setup import TrialSetup
from seismograd.runs.trial import Trial, TrialResult, Watch
from seismograd.traces.history import RunHistory
from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.sandbox import Obstacle

ANSWER_S = 10.0
"""For a node to say what is new; a later look asks again."""
MOST_ATTEMPTS = 4
"""For a trial whose node is lost: a machine or two may break, but not all of them again."""
THREADS_OF_ACTOR = 4
"""One runs the trial, the others answer while it runs."""
MOST_NAMED = 5
"""Files in a message."""


class RayCluster(Compute):
    def __init__(
        self,
        address: str,
        setup: TrialSetup,
        needs: Needs,
        most: int,
        cancel: Cancellation,
        tell: Callable[[str], None],
    ) -> None:
        """Raises `ComputeUnavailable`."""
        archive = pack_project(setup.plan.entry.root)
        self._cancel, self._tell = cancel, tell
        self._ray = join_cluster(address)
        try:
            slots = self._find_slots(needs, most)
            options = _options(needs, slots)
            node = node_setup(setup, slots.threads)
            self._actors = RayActors(self._ray, options, node, archive.content, cancel)
        except BaseException:
            self._ray.shutdown()
            raise
        self.at_once = slots.at_once
        tell(f"Ray cluster: {slots.at_once} trainings at once, {slots.threads} threads each")
        self._tell_of_files(len(archive.content), archive.secrets)

    def run(self, trial: Trial, watch: Watch | None = None) -> TrialResult:
        for attempt in range(1, MOST_ATTEMPTS + 1):
            try:
                return self._run(trial, watch)
            except self._ray.exceptions.RayError as error:
                if self._cancel:
                    break
                self._lost(attempt, error)
        return _cancelled()

    def close(self) -> None:
        self._actors.close()
        self._ray.shutdown()

    def _run(self, trial: Trial, watch: Watch | None) -> TrialResult:
        actor = self._actors.take()
        if actor is None:
            return _cancelled()
        try:
            result = self._run_on(actor, trial, watch)
        except BaseException:
            self._actors.discard(actor)
            raise
        self._actors.give_back(actor)
        return result

    def _run_on(self, actor: Any, trial: Trial, watch: Watch | None) -> TrialResult:
        running = actor.run.remote(trial)
        with ForwardedTrial() as forwarded:
            while not self._ray.wait([running], timeout=LOOK_S)[0]:
                if self._cancel:
                    return _cancelled()
                if watch is not None and self._was_stopped(actor, forwarded, watch):
                    watch = None
        result: TrialResult = self._ray.get(running)
        return result

    def _was_stopped(self, actor: Any, forwarded: ForwardedTrial, watch: Watch) -> bool:
        with suppress(self._ray.exceptions.GetTimeoutError):
            news = actor.news.remote(forwarded.trace_bytes, len(forwarded.output))
            forwarded.add(self._ray.get(news, timeout=ANSWER_S))
        if not watch(forwarded.running):
            return False
        self._ray.get(actor.stop.remote())
        return True

    def _lost(self, attempt: int, error: Exception) -> None:
        """Raises `ComputeUnavailable` where another attempt would not help."""
        reason = last_line(str(error))
        if "No module named 'seismograd" in str(error):
            missing = "a node of the Ray cluster cannot import seismograd"
            raise ComputeUnavailable(Obstacle(missing, f"{INSTALL} on every node")) from error
        if attempt == MOST_ATTEMPTS:
            lost = f"the Ray cluster lost a trial {MOST_ATTEMPTS} times: {reason}"
            remedy = "run the same command again to resume the search"
            raise ComputeUnavailable(Obstacle(lost, remedy)) from error
        self._tell(f"the Ray cluster lost a trial, it runs again: {reason}")

    def _find_slots(self, needs: Needs, most: int) -> Slots:
        machines = [_capacity(one["Resources"]) for one in self._ray.nodes() if one["Alive"]]
        slots = find_slots(machines, needs, most)
        if slots.at_once < 1:
            gpu = "a GPU, " if needs.gpus else ""
            wanted = f"{gpu}a CPU and {needs.memory_bytes / MIB:.0f} MiB of memory"
            reason = f"none of {len(machines)} nodes of the Ray cluster has {wanted}"
            raise ComputeUnavailable(Obstacle(reason, "add one (`ray start --address`)"))
        largest = max(one.cpus for one in machines)
        return Slots(slots.at_once, min(slots.threads, largest))

    def _tell_of_files(self, size: int, secrets: list[str]) -> None:
        self._tell(f"the project is sent to its nodes: {size / MIB:.1f} MiB")
        if secrets:
            names = ", ".join(secrets[:MOST_NAMED]) + (", …" if len(secrets) > MOST_NAMED else "")
            self._tell(f"not sent, because they may hold secrets: {names}")


def _options(needs: Needs, slots: Slots) -> dict[str, object]:
    return {
        "num_cpus": slots.threads,
        "num_gpus": needs.gpus,
        "memory": needs.memory_bytes,
        "max_concurrency": THREADS_OF_ACTOR,
        "scheduling_strategy": "SPREAD",
    }


def _capacity(resources: dict[str, float]) -> Capacity:
    memory = resources.get("memory", 0.0)
    return Capacity(int(resources.get("CPU", 0)), memory, int(resources.get("GPU", 0)))


def _cancelled() -> TrialResult:
    return TrialResult(RunHistory(), has_failed=True)
