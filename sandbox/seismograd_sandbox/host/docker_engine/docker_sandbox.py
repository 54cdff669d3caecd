"""The sandbox that a Docker engine makes: whether it can be used, and starting it."""

from __future__ import annotations

import os
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from seismograd_sandbox.host.docker_engine.connection import (
    QUICK_S,
    as_obstacle,
    connect,
    engine_errors,
)
from seismograd_sandbox.host.docker_engine.docker_session import DockerSession
from seismograd_sandbox.host.docker_engine.facts import EngineFacts
from seismograd_sandbox.host.docker_engine.gpu import require_gpu
from seismograd_sandbox.host.docker_engine.images.choice import Choice, ImageChooser, Wishes
from seismograd_sandbox.host.docker_engine.images.credential_helpers import (
    look_up_credential_helpers,
)
from seismograd_sandbox.host.docker_engine.images.memory import Memory
from seismograd_sandbox.host.docker_engine.labels import container_labels
from seismograd_sandbox.host.docker_engine.reaping import KIND, reap_containers
from seismograd_sandbox.host.links_out import refuse_links_out
from seismograd_sandbox.host.sandbox import (
    Cancel,
    Obstacle,
    Promise,
    SandboxUnusable,
    Session,
    Tell,
)
from seismograd_sandbox.host.scratch import Scratch, abandoned_scratches
from seismograd_sandbox.host.whole_home import refuse_home
from seismograd_sandbox.host.workplace import Workplace

if TYPE_CHECKING:
    from docker import APIClient

IMAGE_VARIABLE = "SEISMOGRAD_IMAGE"
BASE_VARIABLE = "SEISMOGRAD_BASE_IMAGE"


def wishes_from_environment() -> Wishes:
    return Wishes(
        image=os.environ.get(IMAGE_VARIABLE) or None, base=os.environ.get(BASE_VARIABLE) or None
    )


class DockerSandbox:
    def __init__(
        self,
        project: Path,
        url: str | None = None,
        wishes: Wishes | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._project = project
        self._url = url
        self._wishes = wishes or wishes_from_environment()
        self._memory = memory or Memory()

    @property
    def name(self) -> str:
        return KIND

    @cached_property
    def promises(self) -> frozenset[Promise]:
        """All there are, but for limits that the engine's kernel cannot keep."""
        facts = self._facts()
        kept = set(Promise)
        if facts is not None and not facts.limits_memory:
            kept.discard(Promise.TOTAL_MEMORY)
        if facts is not None and not facts.limits_processes:
            kept.discard(Promise.TOTAL_PROCESSES)
        return frozenset(kept)

    def obstacle(self) -> Obstacle | None:
        try:
            with closing(connect(self._url, QUICK_S)) as client:
                return EngineFacts.ask(client).obstacle() or self._no_image(client)
        except SandboxUnusable as unusable:
            return unusable.obstacle
        except engine_errors() as error:
            return Obstacle(f"the Docker engine does not answer: {error}", "restart it")

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        refuse_home(workplace.project)
        refuse_links_out(workplace.project, workplace.readable)
        _reap_scratches()
        scratch = Scratch.create(KIND)
        try:
            choice = self._chosen(scratch.identity, workplace, cancel, tell or _be_silent)
            heed(cancel)
            return DockerSession(self._url, choice, workplace, scratch, cancel)
        except BaseException:
            scratch.remove()
            raise

    def reap(self) -> list[str]:
        """Folders are tidied up even where the engine is not there."""
        return [*self._reaped_containers(), *_reap_scratches()]

    def _reaped_containers(self) -> list[str]:
        try:
            with closing(connect(self._url, QUICK_S)) as client:
                return reap_containers(client)
        except engine_errors(SandboxUnusable):
            return []

    def _chosen(
        self, session: str, workplace: Workplace, cancel: Cancel | None, tell: Tell
    ) -> Choice:
        labels = container_labels(session)
        problem, remedy = "the session could not be started", "see what the engine says"
        with closing(connect(self._url)) as client, as_obstacle(problem, remedy):
            if obstacle := EngineFacts.ask(client).obstacle():
                raise SandboxUnusable(obstacle)
            reap_containers(client)
            look_up_credential_helpers(client, self._project)
            chooser = ImageChooser(client, self._wishes, tell, labels, self._memory)
            choice = chooser.choose(workplace, cancel)
            if workplace.gpu:
                require_gpu(client, choice, labels)
            return choice

    def _facts(self) -> EngineFacts | None:
        try:
            with closing(connect(self._url, QUICK_S)) as client:
                return EngineFacts.ask(client)
        except engine_errors(SandboxUnusable):
            return None

    def _no_image(self, client: APIClient) -> Obstacle | None:
        """An engine without any image can do nothing without a registry: too much to hope for."""
        if self._wishes.image or self._wishes.base or client.images(quiet=True):
            return None
        return Obstacle("the Docker engine has no image", "docker pull python:3.11-slim")


def _reap_scratches() -> list[str]:
    return [scratch.reap() for scratch in abandoned_scratches(KIND)]


def _be_silent(line: str) -> None:
    """Nobody asked for progress."""


def heed(cancel: Cancel | None) -> None:
    if cancel:
        raise SandboxUnusable(Obstacle("the start was cancelled", "start again"))
