from __future__ import annotations

import time

import pytest

from seismograd.reproduce.report.parse import parse_report, without_front_matter

HEAD = '---\nname: Bug report\nabout: It breaks\ntitle: "Rows come twice"\nlabels: bug\n---\n'


def test_the_title_of_the_head_is_that_of_the_report() -> None:
    report = parse_report(f"{HEAD}\n## Bug\n\nEvery row comes twice.\n")
    assert report.title == "Rows come twice"
    assert "labels" not in report.text


@pytest.mark.parametrize(
    "text",
    [
        "Above\n---\ntitle: below\n---\n",
        "---\n\nA line of dashes opens this one.\n\n---\nmore",
        "---\nname: never closed\n",
        "",
    ],
)
def test_what_is_no_head_stays(text: str) -> None:
    assert without_front_matter(text) == ("", text)


def test_a_hostile_head_takes_no_time() -> None:
    begun = time.process_time()
    without_front_matter("---\n" + "a:" * 50_000)
    without_front_matter("---\n" + "a: b\n" * 50_000)
    without_front_matter("---\n" + "\n " * 50_000)
    assert time.process_time() - begun < 1.0
