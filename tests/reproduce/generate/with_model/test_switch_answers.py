from __future__ import annotations

import pytest

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.generate.with_model.switch_answers import usable

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
