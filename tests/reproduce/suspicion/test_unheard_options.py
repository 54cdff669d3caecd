"""Which options a report speaks of, and which lines could listen to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.options.of_settings import settings_in_files
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.suspicion.heard_options import listening_patches
from seismograd.reproduce.suspicion.unheard_options import (
    all_listeners_were_heard,
    option_names,
)
from seismograd_sandbox.host.outcome import Ending

ENGINE = """\
import torch

NAMES = {"adam": torch.optim.Adam}


def groups(model, weight_decay):
    return [{"params": list(model.parameters()), "weight_decay": weight_decay}]


def optimizer(model, config):
    return NAMES[config.name](groups(model, weight_decay=0.0), lr=config.lr)


def report(config):
    return f"decay {config.weight_decay}"
"""


def case(root: Path, text: str) -> Case:
    (root / "engine.py").write_text(ENGINE)
    (root / "base.yaml").write_text(
        "optim:\n  lr: 0.1  # high\n  weight_decay: 0.0\nname: 'adam'\nlong: [1, 2]\n"
    )
    return Case(parse_report(text), root, Fingerprint((), "config", 0.8), read_project(root))


def run(*functions: str) -> Observation:
    lines = {"groups": 6, "optimizer": 10, "report": 14}
    reached = tuple(Reached("engine.py", name, lines[name]) for name in functions)
    return Observation(Ending.EXITED, 1, "", "", reached=reached)


def test_settings_are_read_with_their_sections(tmp_path: Path) -> None:
    case(tmp_path, "Title\n")
    found = {(one.keys, one.value) for one in settings_in_files(tmp_path)}
    assert found == {
        (("optim", "lr"), "0.1"),
        (("optim", "weight_decay"), "0.0"),
        (("name",), "'adam'"),
        (("long",), "[1, 2]"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Weight decay has no effect\n\nSame loss with 0 and 1.\n",
        "Option is ignored\n\nI set `weight_decay: 0.5` and nothing changes.\n",
        "Same result\n\n`python run.py --weight-decay 0.5` gives the same. `lr` does work.\n",
    ],
)
def test_what_is_complained_about_is_the_option(text: str, tmp_path: Path) -> None:
    assert option_names(case(tmp_path, text))[:1] == ["weight_decay"]


def test_what_is_said_to_work_is_no_option_to_look_at(tmp_path: Path) -> None:
    told = "weight_decay is ignored\n\nIt has no effect. The `lr` of that section does work.\n"
    assert option_names(case(tmp_path, told)) == ["weight_decay"]


def test_an_option_is_put_where_its_name_is_already(tmp_path: Path) -> None:
    here = case(tmp_path, "weight_decay is ignored\n\nNo effect.\n")
    first = next(listening_patches(here, run("groups", "optimizer")))
    assert "weight_decay=config.weight_decay" in first.text
    assert first.first == 11


def test_code_that_listens_and_did_not_run_may_be_where_the_effect_is(tmp_path: Path) -> None:
    here = case(tmp_path, "weight_decay is ignored\n\nNo effect.\n")
    assert not all_listeners_were_heard(here, run("groups", "optimizer"))
    assert all_listeners_were_heard(here, run("groups", "optimizer", "report"))
