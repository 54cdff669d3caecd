"""Run a mocha suite inside the extension host of a real editor.

The suites travel in an extension of their own, so that the installed package is what they meet.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.real_editor import RealEditor, TestServer

CARRIER = Path(__file__).with_name("in_host")
SUITE_LIMIT_S = 240
POLL_MS = 200


@dataclass(frozen=True)
class Outcome:
    title: str
    seconds: float
    error: str | None


def run_suite(
    desk: Desk,
    suite: str,
    place: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> list[Outcome]:
    report = desk.folder / "report.json"
    given = {
        "SEISMOGRAD_EDITOR_MODULES": str(desk.installation.modules),
        "SEISMOGRAD_SUITE": suite,
        "SEISMOGRAD_REPORT": str(report),
        **(environment or {}),
    }
    editor = desk.start(flavour=TestServer(), environment=given)
    window = desk.open(editor, place, payload=_payload(editor))
    limit = time.monotonic() + SUITE_LIMIT_S
    while not report.exists() and time.monotonic() < limit:
        window.page.wait_for_timeout(POLL_MS)
    assert report.exists(), f"no report of {suite} in {SUITE_LIMIT_S} s"
    return [Outcome(**one) for one in json.loads(report.read_text())]


def _payload(editor: RealEditor) -> str:
    carrier = f"vscode-remote://127.0.0.1:{editor.port}{CARRIER}"
    return json.dumps(
        [
            ["extensionDevelopmentPath", carrier],
            ["extensionTestsPath", f"{carrier}/index.js"],
            ["skipWelcome", "true"],
        ]
    )
