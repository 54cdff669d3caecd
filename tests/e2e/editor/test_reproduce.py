"""From a report to a script, to other criteria, to a test: one journey in one editor."""

from __future__ import annotations

import json
import re
from functools import partial

from tests.e2e.editor.desk import Desk
from tests.e2e.editor.processes import until
from tests.e2e.editor.workbench import STEP_LIMIT_MS
from tests.reproduce.reported_projects import (
    ARITHMETIC,
    HANGING,
    HANGING_ISSUE,
    HANGING_TITLE,
    ISSUE,
    TITLE,
)

MINE = {"seismograd.sandbox": "process"}


def test_a_report_becomes_a_script_and_a_test(desk: Desk) -> None:
    desk.write("arithmetic.py", ARITHMETIC)
    desk.write("hanging.py", HANGING)
    desk.write("ISSUE.md", ISSUE)
    desk.write("HANGING.md", HANGING_ISSUE)
    window = desk.open(desk.start(MINE))
    rows = partial(window.view_row, view="Reproductions")

    # The report is reproduced from its own menu, and its log can be watched.
    window.open_file("ISSUE.md")
    window.choose_in_menu(window.line("Traceback"), "Reproduce This Issue")
    window.output_line("Making the script small").wait_for()
    ended = window.notification(re.compile("Reproduced in 5 of 5 runs"))
    ended.wait_for()
    window.press_button(ended, "Open Script")
    window.line("from arithmetic import quarter").first.wait_for()

    # The tree has its parts, with ticks.
    window.command("Seismograd: Focus on Reproductions View")
    window.collapse_view("Findings")
    row = rows(TITLE)
    row.filter(has_text="reproduced").wait_for()
    window.expand(row)
    rows("Control did not fail").wait_for()
    window.expand(rows("Criteria"))
    rows("ValueError is raised").locator(".codicon-check").wait_for()

    # The line that it came from is marked until it is edited.
    rows("Comes from").click()
    window.tab("arithmetic.py").wait_for()
    window.squiggles("error").first.wait_for()
    window.show_problems().filter(has_text="Reproduced here").wait_for()
    window.line("raise ValueError").click()
    window.press("End")
    window.type("  # here")
    window.squiggles("error").first.wait_for(state="detached")
    window.press("Control+Z")
    window.save()

    # Criteria are a document; with others it is tried again.
    rows("ValueError is raised").click()
    window.tab("criteria.json").wait_for()
    (criteria,) = desk.workspace.glob(".seismograd/reproductions/*/criteria.json")
    document = json.loads(criteria.read_text())
    document["criteria"] = document["criteria"][:1]
    criteria.write_text(json.dumps(document))
    window.clear_notifications()
    window.editor_action("Use These Criteria").click()
    window.notification(re.compile("Reproduced in 5 of 5 runs")).wait_for()
    row.nth(1).wait_for()

    # The test goes among those of the project.
    window.choose_in_menu(row.first, "Insert as Test")
    window.tab("test_quarter_fails_for_some_numbers.py").wait_for()
    assert (desk.workspace / "tests" / "test_quarter_fails_for_some_numbers.py").exists()

    # What takes too long is cancelled where it is seen.
    window.clear_notifications()
    window.show_explorer()
    window.open_file("HANGING.md")
    window.command("Seismograd: Reproduce This Issue")
    window.command("Seismograd: Focus on Reproductions View")
    hanging = rows(HANGING_TITLE)
    hanging.filter(has_text="goes on").wait_for()
    window.press_inline(hanging, "Cancel Reproduction")
    hanging.filter(has_text="cancelled").wait_for()

    # All of it is there after a restart.
    window.reload()
    window.command("Seismograd: Focus on Reproductions View")
    row.nth(1).wait_for()
    hanging.filter(has_text="cancelled").wait_for()
    window.choose_in_menu(hanging, "Remove Reproduction")
    window.press_button(window.dialog("Remove the reproduction"), "Remove")
    hanging.wait_for(state="detached")
    kept = desk.workspace / ".seismograd" / "reproductions"
    assert until(lambda: len(list(kept.iterdir())) == 2, STEP_LIMIT_MS / 1000)
