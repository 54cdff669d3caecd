"""The HTML page of a run in a real browser: the drawing, and what stands in for it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from seismograd.reports.run_html import run_html
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces import LossSummary, TraceSummary
from seismograd.traces.curve import Curve
from seismograd.traces.events import Alarm
from tests.e2e.editor.processes import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_S = 30.0
EVIL = (
    "</script><script>document.title = 'run'</script><img src=x onerror=\"document.title='run'\">"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    curve = Curve()
    for step in range(500):
        curve.add(step, math.nan if 300 <= step < 320 else 2.0 * 0.98**step + 0.001)
    told = TraceSummary(
        steps=500,
        loss=LossSummary.of(curve),
        alarms=(Alarm(alarm="nan-loss", step=300), Alarm(alarm=EVIL, step=301)),
    )
    record = RunRecord(id="1", entry="train.py", state=RunState.FAILED, sentence=EVIL)
    page = tmp_path / "run.html"
    page.write_text(run_html(RunSummary(RunFolder(tmp_path), record, told)), "utf-8")
    return page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 800}, color_scheme="light")
    yield context.new_page()
    context.close()


def test_the_loss_is_drawn_as_in_the_editor(page: Page, file: Path) -> None:
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(file.as_uri())
    page.locator("#plot .u-over").wait_for()
    assert page.locator("#picture").is_hidden()
    assert page.locator("#logarithmic").is_checked(), "the loss falls by more than 100 times"
    drawn = _picture(page)
    page.locator("#logarithmic").uncheck()
    assert _picture(page) != drawn
    page.locator("#plot .u-over").hover(position={"x": 200, "y": 100})
    assert page.locator(".u-legend").inner_text().count("--") == 0
    assert page.title() == "train.py - Seismograd"
    assert troubles == []


def test_it_follows_the_width_and_the_colours_of_the_browser(page: Page, file: Path) -> None:
    page.goto(file.as_uri())
    page.locator("#plot .u-over").wait_for()
    light = _picture(page)
    page.emulate_media(color_scheme="dark")
    assert until(lambda: _picture(page) != light, PATIENCE_S)
    page.set_viewport_size({"width": 500, "height": 800})
    assert until(lambda: _width(page) < 500, PATIENCE_S)


def test_no_other_script_is_run(page: Page, file: Path) -> None:
    text = file.read_text("utf-8")
    file.write_text(
        text.replace("</main>", "<script>document.title = 'run'</script></main>"), "utf-8"
    )
    page.goto(file.as_uri())
    page.locator("#plot .u-over").wait_for()
    assert page.title() == "train.py - Seismograd"


def test_where_no_script_is_run_there_is_a_picture(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("#picture svg").is_visible()
    assert page.locator("#controls").is_hidden()
    context.close()


def _picture(page: Page) -> str:
    picture: str = page.evaluate("document.querySelector('canvas').toDataURL()")
    return picture


def _width(page: Page) -> float:
    width: float = page.evaluate("document.querySelector('#plot .uplot').offsetWidth")
    return width
