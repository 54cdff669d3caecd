"""The page for users lists every symptom, in the words of its detector."""

from __future__ import annotations

import re
from pathlib import Path

from seismograd.traces.symptoms import all_detectors

PAGE = Path(__file__).parents[3] / "docs" / "diagnosing.md"


def test_the_page_lists_them_all() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    expected = [
        (one.name, " ".join((type(one).__doc__ or "").partition("\n\n")[0].split()))
        for one in all_detectors()
    ]
    assert rows == expected
