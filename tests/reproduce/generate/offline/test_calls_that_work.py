"""A call of the report that works is the control of a like one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.repairs.calls_that_work import control_of_earlier_call
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd.traces import TraceSummary
from seismograd.traces.events import Frame, Raised
from seismograd_sandbox.host.outcome import Ending

PROJECT = """\
class Tagger:
    def __init__(self, vocab_size=None):
        self.vocab_size = vocab_size

    def tag(self, sentences, device="cpu"):
        return sentences


def score(text, top=3):
    return text
"""
OURS = Frame(file="tagger.py", line=6, function="tag", in_project=True)
LIBRARY = Frame(file="torch/nn/functional.py", line=1, function="embedding")


def found(
    root: Path,
    *exercise: str,
    kind: str = "IndexError",
    frames: tuple[Frame, ...] = (OURS, LIBRARY),
) -> list[Draft]:
    (root / "tagger.py").write_text(PROJECT)
    case = Case(parse_report("# Fails\n"), root, Fingerprint((), "crash"), read_project(root))
    told = TraceSummary(exception=Raised(type=kind, message="no", frames=frames))
    seen = Observation(Ending.EXITED, 1, "", "", told)
    attempt = Attempt(Candidate("", "offline", ""), Rung.PROVENANCE, "", seen)
    return list(
        control_of_earlier_call(case, Draft("Run.", exercise=exercise, seed="snippet"), attempt)
    )


@pytest.mark.parametrize(
    ("fine", "bad", "changed", "switch"),
    [
        (
            "t.tag([['a', 'b']])",
            "t.tag([['a', 'zz']])",
            "t.tag(SENTENCES)",
            Constant("SENTENCES", "[['a', 'zz']]", "[['a', 'b']]"),
        ),
        (
            "x = t.tag(sentences=['a b'])",
            "y = t.tag(sentences=['c d', 'e'])",
            "y = t.tag(sentences=SENTENCES)",
            Constant("SENTENCES", "['c d', 'e']", "['a b']"),
        ),
        (
            "print(score('a good day', 2))",
            "print(score('a wug day', 2))",
            "print(score(TEXT, 2))",
            Constant("TEXT", "'a wug day'", "'a good day'"),
        ),
    ],
)
def test_words_that_work_are_the_control(
    tmp_path: Path, fine: str, bad: str, changed: str, switch: Constant
) -> None:
    (draft,) = found(tmp_path, "t = Tagger()", fine, bad)
    assert draft.exercise == ("t = Tagger()", fine, changed)
    assert draft.constants == (switch,)


@pytest.mark.parametrize(
    ("fine", "bad"),
    [
        ("t.tag(['a'], device='cpu')", "t.tag(['a'], device='cuda')"),
        ("score('a.txt')", "score('b.txt')"),
        ("score('a b', 2)", "score('a c', 3)"),
        ("score(None)", "score('a b')"),
        ("t.tag([1, 2])", "t.tag([1, 99])"),
        ("other('a b')", "other('a c')"),
    ],
)
def test_what_may_be_wrong_by_itself_is_no_trigger(tmp_path: Path, fine: str, bad: str) -> None:
    assert not found(tmp_path, "t = Tagger()", fine, bad)


def test_limits_that_the_user_chose_may_be_too_low(tmp_path: Path) -> None:
    calls = ("t.tag(['a b'])", "t.tag(['a c'])")
    assert found(tmp_path, "t = Tagger()", *calls)
    assert not found(tmp_path, "t = Tagger(vocab_size=10)", *calls)
    assert not found(tmp_path, "t = Tagger(10)", *calls)


def test_what_the_project_refuses_is_no_bug(tmp_path: Path) -> None:
    calls = ("t = Tagger()", "t.tag(['a b'])", "t.tag(['a c'])")
    assert not found(tmp_path, *calls, kind="KeyError")
    assert not found(tmp_path, *calls, frames=(OURS,))
