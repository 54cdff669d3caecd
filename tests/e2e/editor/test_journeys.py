from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.processes import until
from tests.e2e.editor.workbench import Workbench
from tests.e2e.programs import MODEL, SCRIPT, SOFTMAX_CODE, TRAINING, ZERO_GRAD_CODE, line_of

DISK_LIMIT_S = 30
NOTHING_COMES_MS = 10_000
BACKWARD = "        loss.backward()"
SOFTMAX_LINE = "        return self.softmax(self.output(torch.relu(self.hidden(x))))"


def mended(text: str) -> str:
    return text.replace(BACKWARD, f"        optimizer.zero_grad()\n{BACKWARD}")


def comes_to_hold(path: Path, text: str) -> bool:
    return until(lambda: path.read_text() == text, DISK_LIMIT_S)


def test_a_fault_is_seen_explained_and_mended(desk: Desk) -> None:
    script = desk.write("train.py", SCRIPT)
    window = desk.open(desk.start())
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()

    hover = window.hover(window.squiggles("error").first)
    hover.filter(has_text=SOFTMAX_CODE).first.wait_for()
    hover.locator("a.code-link", has_text=SOFTMAX_CODE).first.click()
    window.tab(SOFTMAX_CODE).wait_for()
    window.close_editors()
    window.open_file("train.py")
    window.squiggles("error").first.wait_for()
    hover = window.hover(window.squiggles("error").first)
    hover.locator("a", has_text=f"All about {SOFTMAX_CODE}").first.click()
    window.tab(SOFTMAX_CODE).wait_for()
    window.open_file("train.py")

    row = window.show_problems().filter(has_text=ZERO_GRAD_CODE)
    row.wait_for()
    assert f"Ln {line_of(SCRIPT, 'loss.backward()') + 1}" in row.inner_text()
    assert "seismograd" in row.inner_text()

    row.dblclick()
    window.wait_for_focus()
    window.take_quick_fix("zero_grad")
    window.line("optimizer.zero_grad()").wait_for()
    row.wait_for(state="detached")
    window.save()
    assert comes_to_hold(script, mended(SCRIPT))


def test_one_fault_is_silenced_and_the_rest_is_mended_on_save(desk: Desk) -> None:
    script = desk.write("train.py", SCRIPT)
    on_save = {"editor.codeActionsOnSave": {"source.fixAll.seismograd": "explicit"}}
    window = desk.open(desk.start(on_save))
    window.open_file("train.py")
    window.squiggles("error").nth(1).wait_for()
    window.go_to(line_of(SCRIPT, SOFTMAX_LINE) + 1, SOFTMAX_LINE.index("softmax") + 1)
    window.take_quick_fix(f"Ignore {SOFTMAX_CODE} on this line")
    # Marks come and go while the editor draws; the text says that the edit was made.
    window.line(f"ignore[{SOFTMAX_CODE}]").wait_for()
    window.squiggles("error").nth(1).wait_for(state="detached")
    window.save()
    silenced = f"{SOFTMAX_LINE}  # seismograd: ignore[{SOFTMAX_CODE}]"
    assert comes_to_hold(script, mended(SCRIPT).replace(SOFTMAX_LINE, silenced))
    window.squiggles("error").first.wait_for(state="detached")


def test_cells_of_a_notebook_are_mended_on_save(desk: Desk) -> None:
    notebook = desk.write("train.ipynb", json.dumps(_notebook(MODEL, TRAINING)))
    on_save = {"notebook.codeActionsOnSave": {"notebook.source.fixAll.seismograd": "explicit"}}
    window = desk.open(desk.start(on_save))
    window.activity("Seismograd").wait_for()  # before that a notebook opens as plain text
    window.open_file("train.ipynb")
    window.squiggles("error").nth(1).wait_for()
    window.focus_cell(1)
    window.press("Control+End")
    window.type("# typed\n")
    window.save()
    wanted = [MODEL, mended(TRAINING) + "# typed\n"]
    assert until(lambda: _cells(notebook) == wanted, DISK_LIMIT_S), _cells(notebook)


def _notebook(*sources: str) -> dict[str, object]:
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell{index}",
            "metadata": {},
            "outputs": [],
            "source": source.splitlines(keepends=True),
        }
        for index, source in enumerate(sources)
    ]
    language = {"language_info": {"name": "python"}}
    return {"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 5}


def _cells(notebook: Path) -> list[str] | None:
    """The sources of the cells; None while the file is being written."""
    try:
        content = json.loads(notebook.read_text())
    except ValueError:
        return None
    return ["".join(cell["source"]) for cell in content["cells"]]


def test_two_windows_have_a_server_each(desk: Desk) -> None:
    editor = desk.start()
    folders = [desk.write(f"{name}/train.py", SCRIPT).parent for name in ("one", "two")]
    windows = [desk.open(editor, folder) for folder in folders]
    for window in windows:
        window.open_file("train.py")
        window.squiggles("error").first.wait_for()
    assert len(editor.servers()) == 2

    windows[0].page.context.close()
    assert until(lambda: len(editor.servers()) == 1, DISK_LIMIT_S)
    _type_the_mend(windows[1])


def _type_the_mend(window: Workbench) -> None:
    marks = window.squiggles("error")
    before = marks.count()
    window.go_to(line_of(SCRIPT, "loss.backward()"))
    window.press("End")
    window.press("Enter")
    window.type("optimizer.zero_grad()")
    marks.nth(before - 1).wait_for(state="detached")


@pytest.fixture
def no_extension(desk: Desk) -> Desk:
    desk.extensions = None
    return desk


def test_nothing_is_marked_without_the_extension(no_extension: Desk) -> None:
    no_extension.write("train.py", SCRIPT)
    editor = no_extension.start()
    window = no_extension.open(editor)
    window.open_file("train.py")
    window.page.wait_for_timeout(NOTHING_COMES_MS)
    assert window.squiggles("error").count() == 0
    assert editor.servers() == []
