"""What is doubted in a script, and what is not, as far as no run is needed to tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.fidelity.doubt import Doubt
from seismograd.reproduce.validate.fidelity.examination import Finder
from seismograd.reproduce.validate.fidelity.extremes import precisions
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.side_effects import side_effects
from seismograd.reproduce.validate.fidelity.situation import situations
from seismograd.reproduce.validate.fidelity.subject import Subject, read_script
from seismograd.reproduce.validate.fidelity.written_files import written_files
from seismograd_sandbox.host.outcome import Ending

PROJECT = """\
import json

from torch import nn


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.width = width
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


def save_table(table, path):
    with open(path, "w") as file:
        json.dump(table, file)


def load_table(path):
    with open(path) as file:
        return json.load(file)
"""
IMPORTS = "import json\nimport torch\nfrom nets import Net, load_table, save_table\n\nnet = Net()\n"


def doubts(root: Path, finder: Finder, said: str, script: str) -> list[Doubt]:
    (root / "nets.py").write_text(PROJECT)
    project = read_project(root)
    case = Case(parse_report(f"# A title\n\n{said}\n"), root, Fingerprint((), ""), project)
    seen = Observation(Ending.EXITED, 1, "", "")
    subject = Subject(case, read_script(IMPORTS + script, project), Grounds(case), seen)
    return list(finder(subject))


@pytest.mark.parametrize(
    "script",
    [
        "torch.set_grad_enabled(False)",
        "with torch.no_grad():\n    net(torch.ones(1, 4))",
        "torch.backends.mkldnn.enabled = False",
        "net.extra = None",
        "del net.layer",
        "net.requires_grad_(False)",
        "torch.nn.init.zeros_(net.layer.weight)",
        "for one in net.parameters():\n    one.requires_grad = False",
    ],
)
def test_what_a_script_changes_is_tried_without(tmp_path: Path, script: str) -> None:
    assert len(doubts(tmp_path, side_effects, "It fails.", script)) == 1


@pytest.mark.parametrize(
    ("said", "script"),
    [
        ("It fails.", "torch.manual_seed(0)"),
        ("It fails.", "import tracemalloc\ntracemalloc.start()"),
        ("It fails.", "import warnings\nwarnings.simplefilter('always')"),
        ("It fails.", "import sys\nsys.path.insert(0, 'src')"),
        ("It fails.", "x = torch.ones(2, 4)\nx[0] = 3.0\nnet(x).sum().backward()"),
        ("It fails within `no_grad`.", "with torch.no_grad():\n    net(torch.ones(1, 4))"),
        ("It fails once `extra` is None.", "net.extra = None"),
    ],
)
def test_what_scripts_do_to_run_is_left_alone(tmp_path: Path, said: str, script: str) -> None:
    assert not doubts(tmp_path, side_effects, said, script)


@pytest.mark.parametrize(
    ("said", "script", "count"),
    [
        ("It fails.", "save_table([1], 'table.json')\nload_table('table.json')", 0),
        ("It fails.", "open('table.json', mode='w').write('[]')\nload_table('table.json')", 2),
        ("It fails.", "print(open('table.json').read())", 0),
        ("It fails for my own json files.", "open('table.json', 'w').write('[]')", 1),
        ("It fails for a corrupt table.", "open('t.json', 'w').write('')\nload_table('t.json')", 0),
        ("It fails for `a.csv`.", "open('a.csv', 'w').write('1,2')", 0),
        ("It fails with open('x', 'w').", "open('x.csv', 'w').write('1,2')", 0),
        ("It fails.", "text = 'a.b'.replace('.', ',')", 0),
        ("It fails.", "from pathlib import Path\nPath('a.csv').write_text('1')", 1),
        ("It fails.", "import os\nos.remove('nets.json')", 1),
        ("It fails.", "import numpy as np\nnp.savetxt('a.txt', [1.0])", 1),
    ],
)
def test_files_of_a_script(tmp_path: Path, said: str, script: str, count: int) -> None:
    assert len(doubts(tmp_path, written_files, said, script)) == count


ASKED = "x = torch.ones(2, 4)\nprint('MEASURED', 'mean', net(x).mean().item())"


@pytest.mark.parametrize(
    ("said", "script", "found"),
    [
        ("`net.training` is False, and yet it changes.", ASKED, "in training mode"),
        ("In evaluation mode, during training of another one, it is wrong.", ASKED, "mode"),
        ("It is wrong in training mode, and right in evaluation mode.", ASKED, ""),
        (
            "With the same weights it depends on the size.",
            "for size in (1, 2):\n    print(Net()(torch.ones(size, 4)).mean())",
            "other weights",
        ),
        ("With the same weights it depends on the size.", ASKED, ""),
        (
            "With the same checkpoint it is wrong after loading.",
            "other = Net()\nother.load_state_dict(net.state_dict())\nprint(net(torch.ones(1, 4)))",
            "",
        ),
        ("It fails.", "import threading\nthreading.Thread(target=net).start()", "threads"),
        ("It fails with threads.", "import threading\nthreading.Thread(target=net).start()", ""),
        ("The same seed gives others.", "for s in (0, 1):\n    torch.manual_seed(s)", "seeds"),
        ("Seeds are ignored.", "for s in (0, 1):\n    torch.manual_seed(s)", ""),
    ],
)
def test_what_a_report_states(tmp_path: Path, said: str, script: str, found: str) -> None:
    told = [one.what for one in doubts(tmp_path, situations, said, script)]
    if found:
        assert any(found in one for one in told)
    else:
        assert not any(word in one for one in told for word in ("other", "threads", "same"))


CRASH = """\
Traceback (most recent call last):
  File "nets.py", line 13, in forward
    return self.layer(x)
RuntimeError: mat1 and mat2 must have the same dtype, but got Double and Float
"""


@pytest.mark.parametrize(
    ("said", "is_doubted"),
    [
        pytest.param(f"Double and Float do not fit.\n\n{CRASH}", True, id="of the message"),
        pytest.param(f"My table has float64 columns.\n\n{CRASH}", False, id="another word"),
        pytest.param(f"I call `net.double()`.\n\n{CRASH}", False, id="code"),
        pytest.param("Networks in double precision are slow.", False, id="no message"),
    ],
)
def test_numbers_of_a_message_did_not_go_in(said: str, is_doubted: bool, tmp_path: Path) -> None:
    found = doubts(tmp_path, precisions, said, "Net().double()(torch.zeros(1, 4))\n")
    assert bool(found) is is_doubted
