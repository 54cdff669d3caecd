from __future__ import annotations

from pathlib import Path

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.processes import until
from tests.e2e.programs import SCRIPT, SOFTMAX_CODE, ZERO_GRAD_CODE, line_of

DISK_LIMIT_S = 30
MENDED = SCRIPT.replace(
    "        loss.backward()", "        optimizer.zero_grad()\n        loss.backward()"
)


def holds(path: Path, text: str) -> bool:
    return until(lambda: path.read_text() == text, DISK_LIMIT_S)


def test_a_fault_is_seen_explained_and_mended(desk: Desk) -> None:
    script = desk.write("train.py", SCRIPT)
    window = desk.open(desk.start())
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()

    hover = window.hover(window.squiggles("error").first)
    hover.filter(has_text=SOFTMAX_CODE).first.wait_for()
    window.press("Escape")

    rows = window.show_problems()
    row = rows.filter(has_text=ZERO_GRAD_CODE)
    row.wait_for()
    assert f"Ln {line_of(SCRIPT, 'loss.backward()') + 1}" in row.inner_text()
    assert "seismograd" in row.inner_text()

    row.dblclick()
    window.page.wait_for_selector(".monaco-editor.focused")
    window.take_quick_fix("zero_grad")
    row.wait_for(state="detached")
    window.save()
    assert holds(script, MENDED)
