"""What fails because the script is at odds with itself is no reproduction."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.reproduce.candidate import Candidate
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.validate.fair_use import demand_fair_use
from seismograd.reproduce.validate.parsing import Unfit
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd.traces.events.parts import Frame, TensorFacts
from seismograd_sandbox.host.outcome import Ending

SCRIPT = "script.py"
NETWORK = """
from dataclasses import dataclass
from torch import nn

@dataclass
class GridConfig:
    image_size: tuple = (32, 32)
    in_channels: int = 3

class Grid(nn.Module):
    def __init__(self, config=None):
        super().__init__()
        self.config = config or GridConfig()
        self.stem = nn.Conv2d(self.config.in_channels, 8, 3)

    def forward(self, image):
        return self.stem(image)

class Reader(nn.Module):
    def __init__(self, vocab_size, max_len=64):
        super().__init__()
        self.words = nn.Embedding(vocab_size, 8)
        self.places = nn.Embedding(max_len, 8)

    def forward(self, ids):
        return self.words(ids)
"""
SIZES = "The size of tensor a (33) must match the size of tensor b (17) at dimension 1"
DTYPES = "mat1 and mat2 must have the same dtype, but got Float and BFloat16"
CHANNELS = "expected input[2, 1, 32, 32] to have 3 channels, but got 1 channels instead"
TRACEBACK = f"""# It fails

Traceback (most recent call last):
  File "grid.py", line 16, in forward
    return self.stem(image)
RuntimeError: {SIZES}
"""


def judged(
    root: Path, script: str, message: str, report: str = "# It fails", **tensors: TensorFacts
) -> str:
    """What is said against a script whose last line failed with a message."""
    (root / "grid.py").write_text(NETWORK)
    source = dedent(script).lstrip()
    case = Case(parse_report(report), root, Fingerprint((), "crash"), read_project(root))
    facts = tuple(replace(facts, name=name) for name, facts in tensors.items())
    frame = Frame(file=SCRIPT, line=len(source.splitlines()), in_project=True, tensors=facts)
    exception = Raised(type="RuntimeError", message=message, frames=(frame,))
    told = replace(TraceSummary(), exception=exception)
    seen = Observation(Ending.EXITED, 1, "", "", told, script=SCRIPT)
    try:
        demand_fair_use(case, Candidate(source, "test", ""), seen)
    except Unfit as error:
        return str(error)
    return ""


def tensor(*shape: int, dtype: str = "float32") -> TensorFacts:
    return TensorFacts(name="", shape=shape, dtype=dtype)


HALF = "import grid\nmodel = grid.Grid().to(torch.bfloat16)\n{more}model(image)"


@pytest.mark.parametrize(
    ("script", "kind", "complaint"),
    [
        (HALF.format(more=""), "float32", "leaves image as it was"),
        (HALF.format(more="image = image.to(torch.bfloat16)\n"), "bfloat16", ""),
        ("import grid\nmodel = grid.Grid().half()\nmodel(image)", "float32", "leaves image"),
        ("import grid\nmodel = grid.Grid()\nmodel(image)", "float32", ""),
        (HALF.format(more="with torch.autocast('cpu'):\n    "), "float32", ""),
        (HALF.format(more=""), "int64", ""),
    ],
)
def test_inputs_have_the_precision_of_the_network(
    script: str, kind: str, complaint: str, tmp_path: Path
) -> None:
    told = judged(tmp_path, script, DTYPES, image=tensor(2, 3, 32, 32, dtype=kind))
    assert (complaint in told) if complaint else told == ""


def test_only_what_the_failing_statement_takes_counts(tmp_path: Path) -> None:
    script = HALF.format(more="image = image.to(torch.bfloat16)\n")
    other, image = tensor(4, 4), tensor(2, 3, 32, 32, dtype="bfloat16")
    assert judged(tmp_path, script, DTYPES, image=image, other=other) == ""


BUILT = "from grid import *\nSIZE = {size}\nmodel = Grid(GridConfig(image_size=SIZE))\nmodel(image)"


@pytest.mark.parametrize(
    ("script", "shape", "report", "complaint"),
    [
        (BUILT.format(size="(32, 64)"), (2, 3, 32, 64), TRACEBACK, ""),
        (BUILT.format(size="(32, 32)"), (2, 3, 32, 64), TRACEBACK, "image_size=(32, 32)"),
        (BUILT.format(size="48"), (2, 3, 48, 48), TRACEBACK, ""),
        (BUILT.format(size="48"), (2, 48, 48, 3), TRACEBACK, ""),
        ("from grid import *\nGrid()(image)", (2, 3, 32, 64), TRACEBACK, "image_size=(32, 32)"),
        ("from grid import *\nGrid()(image)", (2, 3, 32, 32), TRACEBACK, ""),
        (
            "from grid import *\nGrid()(image)",
            (2, 3, 40, 40),
            TRACEBACK + "\nPositions are interpolated for images of 40x40, it says.",
            "",
        ),
    ],
)
def test_an_input_is_what_the_network_was_built_for(
    script: str, shape: tuple[int, ...], report: str, complaint: str, tmp_path: Path
) -> None:
    told = judged(tmp_path, script, SIZES, report, image=tensor(*shape))
    assert (complaint in told) if complaint else told == ""


IN_A_FUNCTION = """
from grid import *

SIZE = {size}

def build(image_size):
    return Grid(GridConfig(image_size=image_size))

model = build(SIZE)
model(image)
"""
SET_LATER = """
from grid import *
config = GridConfig()
config.image_size = (32, 64)
Grid(config)(image)
"""


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (IN_A_FUNCTION.format(size="(32, 64)"), ""),
        (IN_A_FUNCTION.format(size="(32, 32)"), "image_size=(32, 32)"),
        (IN_A_FUNCTION.format(size="read_sizes()"), "cannot be read off it"),
        (SET_LATER, ""),
        ("from grid import *\nGrid(GridConfig(**{'image_size': (32, 64)}))(image)", ""),
        ("from grid import *\nGrid(GridConfig(**options))(image)", "cannot be read off it"),
        (
            "from grid import *\nfor wide in (32, 64):\n"
            "    Grid(GridConfig(image_size=(32, wide)))(image)",
            "",
        ),
        (
            "from grid import *\nSIZE: tuple = (16, 16)\nGrid(GridConfig(image_size=SIZE))(image)",
            "image_size=(16, 16)",
        ),
    ],
)
def test_sizes_are_read_wherever_a_script_says_them(
    script: str, complaint: str, tmp_path: Path
) -> None:
    told = judged(tmp_path, script, SIZES, TRACEBACK, image=tensor(2, 3, 32, 64))
    assert (complaint in told) if complaint else told == ""


def test_channels_count_where_the_message_is_about_them(tmp_path: Path) -> None:
    script = "from grid import *\nGrid()(image)"
    assert "in_channels=3" in judged(tmp_path, script, CHANNELS, image=tensor(2, 1, 32, 32))
    assert judged(tmp_path, script, "no such key", image=tensor(2, 1, 32, 32)) == ""


WORDS = "from grid import *\nmodel = Reader(vocab_size=100, max_len=16)\nmodel(ids)"


@pytest.mark.parametrize(
    ("highest", "length", "complaint"),
    [(99, 16, ""), (100, 16, "vocab_size=100"), (99, 17, "max_len=16"), (3, 2, "")],
)
def test_tokens_are_in_the_vocabulary_and_not_too_many(
    highest: int, length: int, complaint: str, tmp_path: Path
) -> None:
    ids = TensorFacts(shape=(2, length), dtype="int64", max=highest)
    told = judged(tmp_path, WORDS, "index out of range in self", ids=ids)
    assert (complaint in told) if complaint else told == ""


@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [(33, 17, ""), (17, 33, "the other way round"), (25, 17, "")],
)
def test_numbers_the_other_way_round_are_another_mistake(
    first: int, second: int, complaint: str, tmp_path: Path
) -> None:
    message = (
        f"The size of tensor a ({first}) must match the size of tensor b ({second}) at dimension 1"
    )
    told = judged(tmp_path, "from grid import *\nGrid()(image)", message, TRACEBACK)
    assert (complaint in told) if complaint else told == ""


def test_a_missing_gpu_is_no_symptom_unless_it_is_reported(tmp_path: Path) -> None:
    message = "CUDA error: no CUDA-capable device is detected"
    script = "from grid import Grid\nGrid().to('cuda')"
    assert "no GPU" in judged(tmp_path, script, message)
    told = f"# Grid needs CUDA even on the CPU\n\nIt fails with {message}."
    assert judged(tmp_path, script, message, told) == ""


def test_what_this_cpu_cannot_do_is_no_symptom_unless_it_is_reported(tmp_path: Path) -> None:
    message = "could not create a primitive descriptor for the LSTM forward propagation primitive."
    script = "from grid import Grid\nGrid().bfloat16()"
    assert "this CPU lacks a primitive" in judged(tmp_path, script, message)
    told = f"# Grid fails in bfloat16\n\nIt fails with {message}"
    assert judged(tmp_path, script, message, told) == ""
