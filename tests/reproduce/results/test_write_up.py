"""The report for the issue: complete, and without anything of the machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.commits.bisect import Bisection, Outcome
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.results.result import Status
from seismograd.reproduce.results.write_up import write_up
from tests.reproduce.some_results import CRASH, failed, patched_proof, proof, reproduced


def test_all_that_a_maintainer_needs_is_there() -> None:
    text = write_up(
        reproduced(
            script=Path("/home/ann/out/reproduce_halve_3_fails.py"),
            commit="1234567890ab",
            bisection=Bisection(Outcome.FOUND, "", "c0ffee" * 7, "Refuse odd numbers"),
        )
    )
    for needed in (
        "# halve(3) fails",
        "5 of 5 runs",
        "| [x] | ValueError about an odd number | `raises(",
        "PYTHONPATH=. python reproduce_halve_3_fails.py",
        "```python\n" + CRASH,
        "REPRODUCED: 3 is odd\nTraceback",
        'File "reproduce_halve_3_fails.py", line 12',
        'File "arithmetic.py", line 6, in halve',
        'File "site-packages/torch/nn/module.py", line 5',
        "did not fail: with NUMBER = 4.",
        "```diff\n-NUMBER = 3  # the trigger: with 4 nothing is wrong\n+NUMBER = 4",
        "- `arithmetic.py:6` in `halve`",
        "commit 1234567890ab, Python 3.11.7, on linux, torch 2.13.0",
        "first bad commit c0ffeec0ffee: Refuse odd numbers",
    ):
        assert needed in text, needed


def test_nothing_of_the_users_home_is_told() -> None:
    text = write_up(reproduced(script=Path("/home/ann/out/reproduce_halve_3_fails.py")))
    assert "ann" not in text.replace("cannot", "").replace("another", "")
    assert "/home" not in text


def test_a_need_tells_no_path_either() -> None:
    missing = ("the file /home/ann/data/cats.npz",)
    text = write_up(failed(status=Status.NEEDS, needs=("data",), missing=missing))
    assert "**needs.** Nothing shows it." in text
    assert "- needs the file .../cats.npz" in text


def test_what_was_tried_is_told_where_nothing_was_shown() -> None:
    text = write_up(failed())
    assert "**not-reproduced.** Nothing shows it." in text
    assert "| [ ] | ValueError about an odd number |" in text
    assert text.index("Run another. It has no control.") < text.index("Run it. It does not")


def test_a_patched_line_is_told_as_the_control() -> None:
    text = write_up(reproduced(proof=patched_proof()))
    assert "with another line 5 of arithmetic.py: no check" in text
    assert "```diff" not in text


def test_hostile_text_stays_in_its_place() -> None:
    fact = "a | b `c`\n# heading"
    criteria = Fingerprint((Criterion("c1", fact, "", 'prints("x|y")'),), "crash")
    source = CRASH + "# ````\n# ```` end\n"
    shown = proof(candidate=Candidate(source, "test", "x"))
    text = write_up(reproduced(title="two\nlines", fingerprint=criteria, proof=shown))
    assert "# two lines\n" in text
    assert "| a \\| b 'c' # heading |" in text
    assert f"`````python\n{source}`````\n" in text


def test_output_is_cut_at_its_beginning() -> None:
    shown = proof()
    long = replace(shown.seen, stdout="noise\n" * 5_000, stderr="last words\n")
    text = write_up(reproduced(proof=replace(shown, seen=long)))
    assert "last words" in text
    assert text.count("noise") < 50


def test_files_that_may_be_changed_are_told_as_such() -> None:
    text = write_up(reproduced(head="1234567890ab"))
    assert "the files as they lay at commit 1234567890ab, Python" in text
