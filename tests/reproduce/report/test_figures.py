"""Which figure of a report is wrong, by which command, and which one is right."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.values.figure_complaints import complaint_of

BESIDE = """\
mAP is 0 with the new backend

`python score.py --backend fast` prints

    mAP: 0.0000
    loss: 0.3

`python score.py --backend slow` prints

    mAP: 0.8123
    loss: 0.3

The second is as expected.
"""
AS_IN_A_CONSOLE = """\
# The score is wrong

```
$ python bench.py --norm
score = 3.5
```

That is impossible, without --norm I get score = 0.7 as expected.
"""


def _told(text: str) -> tuple[str, float, tuple[str, ...], float, tuple[str, ...]] | None:
    found = complaint_of(parse_report(text))
    if found is None or found.wrong.command is None or found.right.command is None:
        return None
    wrong, right = found.wrong.command, found.right.command
    return found.wrong.label, found.wrong.value, wrong.words, found.right.value, right.words


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "# Recall@1 is 0.000 with --metric l2\n\n`python demo.py` prints recall@1 of 1.000, "
            "which makes sense.\n",
            ("Recall@1", 0.0, ("--metric", "l2"), 1.0, ()),
        ),
        (
            "# Test accuracy only 10% with --no-cache\n\nWith the cache `python evaluate.py` says "
            "accuracy: 92.0%, which is fine.\n",
            ("accuracy", 0.1, ("--no-cache",), 0.92, ()),
        ),
        (BESIDE, ("mAP", 0.0, ("--backend", "fast"), 0.8123, ("--backend", "slow"))),
        (
            "# Strange recall\n\n`python demo.py` prints recall 0.98, but 0.02 with `--tree`. "
            "That makes no sense.\n",
            ("recall", 0.02, ("--tree",), 0.98, ()),
        ),
        (AS_IN_A_CONSOLE, ("score", 3.5, ("--norm",), 0.7, ())),
    ],
)
def test_one_figure_is_wrong_and_one_is_right(text: str, told: object) -> None:
    assert _told(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "# Loss goes up\n\nThe loss is 3.2 after 5 epochs and 4.1 after 10.\n",
        "# Slow\n\n`python train.py` takes 10 s with --workers 4 and 20 s with --workers 0.\n",
        "# Accuracy is 0.9\n\n`python train.py` gives accuracy 0.9. Great!\n",
        "# Accuracy 0.71 is too low\n\nI get accuracy 0.71 with `python train.py`.\n",
        "# Crash\n\n`python train.py --amp` prints loss 0.3 and dies.\n",
    ],
)
def test_figures_that_nothing_is_beside_are_no_complaint(text: str) -> None:
    assert complaint_of(parse_report(text)) is None


def test_the_wrong_figure_is_what_is_looked_for() -> None:
    found = derive(parse_report(BESIDE))

    assert found[0].criteria[0].check == 'measured("metric", "~", 0.0, within=0.05)'
    assert found[0].criteria[0].fact == "mAP is 0 with --backend fast"
