"""All checks, in the order in which they are tried."""

from __future__ import annotations

from seismograd_sandbox.host.self_check.check import Check
from seismograd_sandbox.host.self_check.everyday import everyday
from seismograd_sandbox.host.self_check.files import files
from seismograd_sandbox.host.self_check.isolation import isolation
from seismograd_sandbox.host.self_check.kernel import kernel
from seismograd_sandbox.host.self_check.lifetime import lifetime
from seismograd_sandbox.host.self_check.limits import limits
from seismograd_sandbox.host.self_check.network import network
from seismograd_sandbox.host.self_check.outcomes import outcomes
from seismograd_sandbox.host.self_check.streams import streams


def all_checks() -> tuple[Check, ...]:
    themes = (outcomes, streams, everyday, files, isolation, kernel, network, limits, lifetime)
    return tuple(check for theme in themes for check in theme.checks)
