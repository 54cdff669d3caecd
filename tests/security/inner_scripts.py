"""Scripts that try something inside of a sandbox, and what they tell."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

from seismograd_sandbox.host.sandbox import Session


def told(session: Session, script: str, *arguments: object) -> Any:
    """The JSON that a script prints."""
    words = [session.python, "-I", "-c", dedent(script), *map(str, arguments)]
    outcome = session.run(words)
    assert outcome.succeeded, outcome.stderr.text
    return json.loads(outcome.stdout.text)
