from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seismograd.llm import Malformed
from seismograd.llm.schema import forgiven, misfit
from seismograd.reproduce.candidate import Candidate, Switch
from seismograd.reproduce.generate.with_model.answers import (
    ANSWER,
    Proposal,
    reader,
    salvaged,
    supplemented,
)
from tests.reproduce.generate.with_model.small_case import SCRIPT, first_answer, next_answer

NOWHERE = Path("there-is-no-such-project")


def read(last_script: str | None, answer: Mapping[str, Any], root: Path = NOWHERE) -> Proposal:
    return reader(candidate(last_script) if last_script else None, root)(answer)


def candidate(script: str, *switches: Switch) -> Candidate:
    return Candidate(script, "model", "", switches)


def test_a_first_answer_is_a_script_with_its_switches() -> None:
    answer = first_answer()
    assert misfit(answer, ANSWER) is None
    proposal = read(None, answer)
    assert proposal.script == SCRIPT
    assert proposal.switches == (Switch("BATCH", "1", "2"),)
    assert proposal.plan == ("import Net", "call it with BATCH = 1")


def test_a_next_answer_edits_the_last_script_or_replaces_it() -> None:
    answer = next_answer((3, 3, ["Net(size=4).forward(BATCH)"]))
    assert misfit(answer, ANSWER) is None
    assert read(SCRIPT, answer).script == SCRIPT.replace("Net()", "Net(size=4)")
    whole = next_answer(script="BATCH = 2\n")
    assert read(SCRIPT, whole).script == "BATCH = 2\n"


def test_patches_alone_are_other_controls_of_the_same_script(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("x = 1\n")
    patch = {"file": "model.py", "first": 1, "last": 1, "text": "x = 2", "what": "two"}
    last = replace(candidate(SCRIPT, Switch("BATCH", "1", "2")), idea="calls Net")
    proposal = reader(last, tmp_path)(next_answer(patches=[patch]))
    assert (proposal.script, proposal.switches) == (SCRIPT, last.switches)
    assert [one.text for one in proposal.patches] == ["x = 2"]
    assert proposal.idea == "calls Net"


@pytest.mark.parametrize(
    ("needs", "environment", "is_refuted"),
    [
        ("gpu: it uses CUDA", "torch 2.4; with a GPU, without a network.", True),
        ("gpu: it uses CUDA", "torch 2.4; on a CPU, without a GPU, without a network.", False),
        ("package: torchvision is not installed", "torch 2.4, torchvision 0.19; on a CPU", True),
        ("package: timm is not installed", "torch 2.4, torchvision 0.19; on a CPU", False),
        ("package: torchvision 0.8 is needed", "torch 2.4, torchvision 0.19; on a CPU", False),
        ("absent: there is no such layer", "torch 2.4; with a GPU", False),
    ],
)
def test_what_is_there_is_not_missing(needs: str, environment: str, is_refuted: bool) -> None:
    read = reader(None, NOWHERE, (), environment)
    answer = first_answer("", switches=[], needs=needs)
    if is_refuted:
        with pytest.raises(Malformed, match="where scripts run"):
            read(answer)
    else:
        assert read(answer).needs == needs


def test_lines_with_line_breaks_and_fences_around_code_are_forgiven() -> None:
    edits = next_answer((3, 3, ["a = 1\nb = 2", ""]))
    assert read(SCRIPT, edits).script.splitlines()[2:5] == ["a = 1", "b = 2", ""]
    fenced = first_answer(f"```python\n{SCRIPT}```")
    assert read(None, fenced).script == SCRIPT


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (first_answer(""), "neither a script nor edits"),
        (first_answer("x = 1\n"), "'BATCH' must be assigned once"),
        (first_answer("if True:\n    BATCH = 1\n"), "assigned once"),
        (first_answer("BATCH = 1\nBATCH = 2\n"), "assigned once"),
        (first_answer("#" * 70_000), "longer than"),
        (next_answer(), "neither a script nor edits"),
        (next_answer((50, 60, ["x"])), "outside the script"),
        (
            first_answer(
                "BATCH = 1\n", switches=[{"name": "BATCH", "trigger": "1", "control": "open('/x')"}]
            ),
            "no literal",
        ),
    ],
)
def test_what_makes_no_sense_is_malformed_with_the_reason(
    answer: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Malformed, match=sentence):
        read(SCRIPT, answer)


def test_an_edit_that_says_nothing_of_controls_keeps_them() -> None:
    switch = Switch("BATCH", "1", "3")
    read_next = reader(candidate(SCRIPT, switch), NOWHERE)
    edit = next_answer((3, 3, ["pass"]), switches=[])
    assert read_next(edit).switches == (switch,)
    assert read_next(next_answer(script="BATCH = 1\n", switches=[])).switches == ()
    assert read_next(next_answer((1, 1, ["SIZE = 1"]), switches=[])).switches == ()


def test_an_edited_script_is_still_about_the_same() -> None:
    last = Candidate(SCRIPT, "model", "One example alone")
    read_next = reader(last, NOWHERE)
    assert read_next(next_answer((3, 3, ["pass"]), idea="Fixed a typo")).idea == last.idea
    assert read_next(next_answer(script="BATCH = 1\n", idea="Another")).idea == "Another"


def test_a_script_that_failed_before_is_not_tried_again_with_the_same_controls() -> None:
    before = read(None, first_answer())
    failed = candidate(SCRIPT, *before.switches)
    tried = [candidate("y = 1\n"), failed, candidate("x = 1\n")]
    again = next_answer(script=SCRIPT)
    with pytest.raises(Malformed, match="attempt 2"):
        reader(tried[-1], NOWHERE, tried)(again)
    with pytest.raises(Malformed, match="without any change"):
        reader(failed, NOWHERE, tried)(again)
    other = [{**again["switches"][0], "control": "3"}]
    assert reader(failed, NOWHERE, tried)({**again, "switches": other}).script == SCRIPT


def test_a_script_that_does_not_parse_is_left_to_the_validator() -> None:
    assert read(None, first_answer("BATCH = = 1\n")).script == "BATCH = = 1\n"


def test_something_missing_is_an_answer() -> None:
    proposal = read(None, first_answer("", needs="gpu: the bug is in a kernel"))
    assert (proposal.script, proposal.needs) == ("", "gpu: the bug is in a kernel")


def test_code_in_an_answer_without_any_form_is_salvaged() -> None:
    prose = f"I think so:\n```bash\npip install x\n```\nand\n```python\n{SCRIPT}```\nGood luck!"
    found = salvaged(prose)
    assert found is not None
    whole = forgiven(found, ANSWER)
    assert misfit(whole, ANSWER) is None
    assert isinstance(whole, dict)
    assert read(None, whole).script == SCRIPT
    assert salvaged("no code at all") is None


def test_a_script_beside_the_json_is_taken_where_nothing_else_is_said() -> None:
    prose = f"```json\n{{}}\n```\n```python\n{SCRIPT}```\n"
    assert supplemented({"script": "", "edits": []}, prose)["script"] == SCRIPT
    for member in ("script", "edits", "requests", "objection", "needs"):
        given = {member: ["x"]}
        assert supplemented(given, prose) == given
    assert supplemented({"idea": "x"}, "no code") == {"idea": "x"}
