"""Short ways to run Python inside of a session."""

from __future__ import annotations

import json
import os
import textwrap
from typing import Any

from seismograd_sandbox.host.docker_engine.labels import OWNER_PID
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import Session
from tests.sandbox.engine import Engine


def containers(engine: Engine, owner: int | None = None) -> list[str]:
    """Those of an owner, this process unless told otherwise: others use the engine as well."""
    label = f"label={OWNER_PID}={owner or os.getpid()}"
    return engine.docker("ps", "-aq", "--filter", label).split()


def python(session: Session, script: str, **options: Any) -> Outcome:
    return session.run([session.python, "-I", "-c", textwrap.dedent(script)], **options)


def told(session: Session, script: str) -> Any:
    """What a script prints as JSON."""
    outcome = python(session, script)
    assert outcome.ending is Ending.EXITED, (outcome.ending, outcome.stderr.text)
    assert outcome.exit_code == 0, outcome.stderr.text
    return json.loads(outcome.stdout.text)
