"""Nothing outlives tests that were killed."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.e2e.editor.processes import MARK, marked, until
from tests.e2e.editor.session import ROOT
from tests.e2e.programs import SCRIPT

ENDS_LIMIT_S = 30

USE_AN_EDITOR = f"""
import sys, time
from pathlib import Path
from tests.e2e.editor.session import TRUST_ALL, built_extension, open_desk

settings = {{**TRUST_ALL, "seismograd.python": sys.executable}}
with open_desk(built_extension(), Path(sys.argv[1]), settings) as desk:
    desk.write("train.py", {SCRIPT!r})
    editor = desk.start()
    window = desk.open(editor)
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    print(editor.mark, flush=True)
    time.sleep(600)
"""


@pytest.mark.usefixtures("installation", "extensions", "browser")
def test_a_killed_harness_leaves_no_editor_no_server_and_no_browser(tmp_path: Path) -> None:
    own_mark = uuid.uuid4().hex
    harness = subprocess.Popen(
        [sys.executable, "-c", USE_AN_EDITOR, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, MARK: own_mark},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert harness.stdout is not None
    editor_mark = harness.stdout.readline().strip()
    try:
        assert any(process.is_server for process in marked(editor_mark))
        assert len(marked(own_mark)) > 1  # the browser is among them
    finally:
        harness.kill()
        harness.wait()
    assert until(lambda: marked(editor_mark) == [], ENDS_LIMIT_S), marked(editor_mark)
    assert until(lambda: marked(own_mark) == [], ENDS_LIMIT_S), marked(own_mark)
