"""Runs in containers of a Docker engine: the strongest sandbox, where there is an engine."""

from __future__ import annotations

from seismograd_sandbox.host.docker_engine.docker_sandbox import DockerSandbox

__all__ = ["DockerSandbox"]
