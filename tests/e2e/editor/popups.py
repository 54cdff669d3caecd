"""One message at a time: what is wrong is said once, whatever is opened or started afterwards."""

from __future__ import annotations

from tests.e2e.editor.processes import until
from tests.e2e.editor.real_editor import RealEditor
from tests.e2e.editor.workbench import Workbench

RESTART_LIMIT_S = 60
NOTHING_FURTHER_MS = 2_000
SECOND_FILE = "other.py"


def only_popup(window: Workbench, editor: RealEditor, text: str, *, restart: bool = True) -> str:
    """Wait for a message; fail where opening a file or a restart brings another one."""
    window.notification(text).wait_for()
    window.open_file(SECOND_FILE)
    if restart:
        _restart(window, editor)
    window.page.wait_for_timeout(NOTHING_FURTHER_MS)
    (shown,) = window.all_notifications()
    assert text in shown
    return shown


def _restart(window: Workbench, editor: RealEditor) -> None:
    def settled() -> int:
        lines = editor.output("Seismograd").splitlines()
        return sum("] missing: " in line or "] running: " in line for line in lines)

    before = settled()
    window.command("Seismograd: Restart Server")
    assert until(lambda: settled() > before, RESTART_LIMIT_S)
