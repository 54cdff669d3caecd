from __future__ import annotations

import pytest

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.generate.with_model.switch_answers import rigged, usable

SCRIPT = "BATCH = 1\nKIND = torch.float16\nrun(BATCH, KIND)\n"


def named(name: str, trigger: str, control: str) -> dict[str, str]:
    return {"name": name, "trigger": trigger, "control": control}


@pytest.mark.parametrize(
    ("name", "trigger", "control"),
    [
        ("BATCH", "1", "2 * 8"),
        ("BATCH", "[-1, (2, 'a')]", "{'a': None}"),
        ("KIND", "torch.float16", "torch.float32"),
    ],
)
def test_values_are_plain(name: str, trigger: str, control: str) -> None:
    given = [named(name, trigger, control)]
    assert usable(given, SCRIPT, False) == (Switch(name, trigger, control),)


@pytest.mark.parametrize(
    ("switch", "words"),
    [
        (named("SIZE", "1", "2"), "assigned once"),
        (named("BATCH", "1", "1"), "same value"),
        (named("BATCH", "1", "len('a')"), "no literal"),
        (named("BATCH", "1", "other"), "no literal"),
    ],
)
def test_what_is_no_switch_matters_where_there_is_no_other_control(
    switch: dict[str, str], words: str
) -> None:
    with pytest.raises(Malformed, match=words):
        usable([switch], SCRIPT, False)
    assert usable([switch, named("BATCH", "1", "2")], SCRIPT, True) == ()


JUDGING = """\
MODE = "resumed"
BATCH = 1
difference = run(MODE, BATCH)
print("MEASURED", "difference", difference)
if {test}:
    print("REPRODUCED: it differs")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""


@pytest.mark.parametrize(
    "test",
    [
        'MODE == "resumed"', "MODE", "not MODE", 'difference > 0 and MODE == "resumed"',
        'MODE in ("resumed", "again")', "BATCH < 2",
    ],
)  # fmt: skip
def test_a_switch_must_not_be_the_verdict(test: str) -> None:
    assert rigged(JUDGING.format(test=test), ["MODE", "BATCH"])


@pytest.mark.parametrize(
    "test", ["difference > 1e-4", "difference != BATCH", "shape != (BATCH, 3)", "abs(x - BATCH)"]
)
def test_a_switch_may_be_a_part_of_what_is_expected(test: str) -> None:
    assert rigged(JUDGING.format(test=test), ["MODE", "BATCH"]) is None


def test_nor_may_it_choose_what_was_measured() -> None:
    script = JUDGING.replace("run(MODE, BATCH)", '1.0 if MODE == "resumed" else 0.0')
    assert rigged(script.format(test="difference > 0"), ["MODE"])
    sound = JUDGING.replace("run(MODE, BATCH)", 'resume() if MODE == "resumed" else begin()')
    assert rigged(sound.format(test="difference > 0"), ["MODE"]) is None


def test_nor_may_a_branch_on_it_end_the_script_or_set_what_was_measured() -> None:
    ends = 'MODE = "bug"\nuse(MODE)\nif MODE == "bug":\n    raise SystemExit(1)\n'
    assert rigged(ends, ["MODE"])
    branch = 'if MODE == "resumed":\n    difference = run()\nelse:\n    difference = 0.0'
    script = JUDGING.replace("difference = run(MODE, BATCH)", branch).format(test="difference > 0")
    assert rigged(script, ["MODE"])
    assert rigged(script.replace("difference = 0.0", "difference = other()"), ["MODE"]) is None


def test_an_assertion_is_a_verdict_and_what_does_not_parse_is_none() -> None:
    assert rigged('MODE = 1\nassert MODE != 1, "bug"\n', ["MODE"])
    assert rigged("MODE = = 1\n", ["MODE"]) is None
