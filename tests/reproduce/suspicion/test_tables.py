"""Tables of words, and options that are looked up in them."""

from __future__ import annotations

from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.suspicion.heard_options import listening_patches
from seismograd.reproduce.suspicion.tables import tables_in
from tests.reproduce.suspicion.test_unheard_options import run

ENGINE = """\
from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU}
SIZES = {1: 2, 3: 4}

def groups(config):
    return nn.Sequential(nn.Linear(4, config.lr), nn.ReLU())
"""


def test_an_option_is_looked_up_in_the_table_that_has_what_stands_there(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "base.yaml").write_text("activation: relu\n")
    report = parse_report("# `activation` is ignored")
    found = Case(report, tmp_path, Fingerprint((), "config", 0.8), read_project(tmp_path))
    assert [table.name for table in tables_in(tmp_path, "engine.py")] == ["ACTIVATIONS"]
    texts = [patch.text for patch in listening_patches(found, run("groups"))]
    assert any("ACTIVATIONS[config.activation]()" in text for text in texts)
