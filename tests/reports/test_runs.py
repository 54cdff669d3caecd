from __future__ import annotations

import base64
import hashlib
import json
import math
from html.parser import HTMLParser
from pathlib import Path

import pytest

from seismograd.reports.live_plot import data_block, plot_script, plot_style
from seismograd.reports.loss_plot import loss_plot
from seismograd.reports.measures import clock, duration, number, size
from seismograd.reports.run_html import run_html
from seismograd.reports.run_text import run_text
from seismograd.reports.style import Style
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.traces import LossSummary, TraceSummary
from seismograd.traces.curve import Curve, Point
from seismograd.traces.events import Alarm, Epoch, Frame, Place, Raised, TensorFacts, Warned

EVIL = "</title></svg><script>alert('x')</script><img src=http://evil.example/a onerror=x>&\x1b[2J"


def losses(*values: float) -> LossSummary:
    curve = Curve()
    for step, value in enumerate(values):
        curve.add(step, value)
    return LossSummary.of(curve)


def summary_of(told: TraceSummary, **values: object) -> RunSummary:
    record = RunRecord(id="1", entry="train.py", state=RunState.FAILED, **values)  # type: ignore[arg-type]
    return RunSummary(RunFolder(Path("/p/.seismograd/runs/1")), record, told)


EVERYTHING_EVIL = TraceSummary(
    packages={EVIL: EVIL},
    steps=3,
    loss=losses(1.0, math.nan, 0.5),
    epochs=(Epoch(epoch=1, metrics={EVIL: 0.5}),),
    alarms=(Alarm(alarm=EVIL, step=1, place=Place(EVIL, 3)),),
    warnings=(Warned(category=EVIL, message=EVIL, place=Place(EVIL, 3)),),
    exception=Raised(
        type=EVIL,
        message=EVIL,
        frames=(
            Frame(EVIL, 3, EVIL, EVIL, in_project=True, tensors=(TensorFacts(EVIL, dtype=EVIL),)),
        ),
    ),
)


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self._script: dict[str, str | None] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        self._script = dict(attrs) if tag == "script" else None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.scripts.append((self._script, data))

    def handle_endtag(self, tag: str) -> None:
        self._script = None

    @property
    def policy(self) -> str:
        contents = [value or "" for name, value in self.attributes if name == "content"]
        return next(value for value in contents if value.startswith("default-src 'none'"))


def evil_page() -> Page:
    return Page(run_html(summary_of(EVERYTHING_EVIL, sentence=EVIL, written=(EVIL,), python=EVIL)))


def test_nothing_is_loaded_by_a_page() -> None:
    page = evil_page()
    assert not {"img", "iframe", "link", "object", "embed", "a"} & page.tags
    assert not [name for name, _ in page.attributes if name in ("src", "href", "onerror")]


def test_nothing_but_our_own_script_is_run_by_a_page() -> None:
    page = evil_page()
    (data_kind, data), (script_kind, script) = page.scripts
    assert data_kind == {"type": "application/json", "id": "numbers"}
    assert json.loads(data) == {"curve": {"step": [0, 1, 2], "loss": [1, None, 0.5]}, "alarms": [1]}
    assert script_kind == {}
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in page.policy
    assert script == plot_script()


def test_a_page_has_the_licence_of_what_draws_in_it() -> None:
    assert plot_script().startswith(
        "/*! uPlot, https://github.com/leeoniya/uPlot\n\nThe MIT License"
    )
    assert len(plot_script()) + len(plot_style()) < 60_000


def test_data_cannot_end_the_tag_that_it_stands_in() -> None:
    evil = {"</script><script>alert(1)</script>": "<!--&\u2028"}
    text = data_block("numbers", evil)
    assert json.loads(Page(text).scripts[0][1]) == evil
    assert text.count("<") == 2


def test_a_page_without_a_loss_has_no_script() -> None:
    assert "script" not in Page(run_html(summary_of(TraceSummary()))).tags


def test_a_page_has_the_curve_and_the_tensors() -> None:
    told = TraceSummary(
        steps=100,
        loss=losses(*(1 / (1 + n) for n in range(100))),
        exception=Raised(
            type="RuntimeError",
            message="shapes",
            frames=(
                Frame("m.py", 4, "f", "x @ w", True, (TensorFacts("x", (32, None), "float32"),)),
            ),
        ),
    )
    text = run_html(summary_of(told))
    assert '<div id="picture"><svg class="plot"' in text
    assert 'class="curve"' in text
    assert "first 1, best 0.01 at step 99, last 0.01" in text
    assert "m.py:4 in f" in text
    assert "32×?" in text


def test_text_for_a_terminal_cannot_steer_it() -> None:
    text = run_text(summary_of(EVERYTHING_EVIL, sentence=EVIL, written=(EVIL,)), Style())
    assert "\x1b" not in text


def test_text_says_what_matters() -> None:
    told = TraceSummary(
        steps=3,
        loss=losses(2.0, 0.5, math.nan),
        alarms=(Alarm(alarm="nan-loss", step=2, place=Place("train.py", 9)),),
    )
    text = run_text(
        summary_of(
            told,
            seconds=3.21,
            sentence="It broke.",
            sandbox="bubblewrap",
            sandbox_why="not docker: no engine; start it",
            peak_memory_bytes=3 * 2**30,
            written=("a.pt",),
            kept=1,
        ),
        Style(),
    )
    lines = [line.split(maxsplit=1) for line in text.splitlines()]
    facts = {line[0]: line[1] for line in lines if len(line) == 2}
    assert text.startswith("train.py: failed after 3.2 s\n")
    assert facts["why"] == "It broke."
    assert facts["loss"] == "first 2, best 0.5 at step 1, last nan"
    assert facts["alarms"] == "nan-loss at step 2 (train.py:9)"
    assert facts["memory"] == "at most 3 GiB"
    assert facts["sandbox"] == "bubblewrap"
    assert "not docker: no engine; start it" in text
    assert facts["files"] == "written: copies in /p/.seismograd/runs/1/files"


@pytest.mark.parametrize(
    "values",
    [
        [1.0],
        [1.0, 1.0, 1.0],
        [0.0, 0.0],
        [1e-300, 1e300],
        [math.nan, 1.0, math.inf, 2.0, math.nan],
        [-5.0, 5.0],
        [1e308, 1.0, -1e299, 1e299],
        [5e-324, 0.0],
    ],
)
def test_every_curve_can_be_drawn(values: list[float]) -> None:
    points = [Point(step, value) for step, value in enumerate(values)]
    picture = loss_plot(points, [0, 1, 10**9])
    assert picture is not None
    assert "nan" not in picture
    assert "inf" not in picture
    assert Page(picture).tags <= {"svg", "line", "text", "polyline", "circle"}


def test_there_is_no_picture_of_nothing() -> None:
    assert loss_plot([]) is None
    assert loss_plot([Point(0, math.nan), Point(1, 1e308)]) is None


def test_a_curve_is_broken_where_the_loss_is_no_number() -> None:
    values = [1.0, 2.0, math.nan, 1.0, 2.0]
    picture = loss_plot([Point(step, value) for step, value in enumerate(values)])
    assert picture is not None
    assert picture.count("<polyline") == 2


def test_numbers_for_people() -> None:
    assert [number(v) for v in (0.123456, 1e-9, math.inf, None)] == ["0.1235", "1e-09", "inf", ""]
    assert [size(v) for v in (10, 2048, 3 * 2**30)] == ["10 B", "2 KiB", "3 GiB"]
    assert [duration(v) for v in (1.25, 61, 7260)] == ["1.2 s", "1 min 1 s", "2 h 1 min"]
    assert [clock(v) for v in (5.9, 61, 7261)] == ["0:05", "1:01", "2:01:01"]
