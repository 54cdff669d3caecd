"""Values and tensors for what the project has, from what the report and the project say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.context.project_view import Parameter
from seismograd.reproduce.generate.offline.inputs.call_arguments import CallArguments
from seismograd.reproduce.generate.offline.inputs.input_shapes import InputShapes
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.literals import is_tensor, literal_for
from seismograd.reproduce.generate.offline.inputs.parameter_use import (
    Usage,
    tensor_from_use,
    usage_of,
)
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.inputs.sizes_by_role import size_for
from seismograd.reproduce.generate.offline.inputs.tensors import Kind
from seismograd.reproduce.generate.offline.source_trees import SourceTrees
from seismograd.reproduce.report.bug_report import BugReport, NamedValue
from tests.reproduce.context.projects import symbol, view_of
from tests.reproduce.generate.offline.small_projects import COMMAND_LINE, SETTINGS_FILE


def test_values_of_a_report_are_known_under_several_names() -> None:
    report = BugReport("", "", values=(NamedValue("learning_rate", 0.1), NamedValue("heads", 3)))
    reported = ReportValues(report)
    assert reported.value("lr") == "0.1"
    assert reported.value("num_heads") == "3"
    assert reported.value("num_layers") is None


def test_shapes_and_settings_of_a_report() -> None:
    values = (NamedValue("shape", "(2, 3, 32, 48)"), NamedValue("mode", "avg"))
    reported = ReportValues(
        BugReport("", "with `activation: tanh` and `fast: true`", values=values)
    )
    assert reported.shapes == [(2, 3, 32, 48)]
    assert reported.value("mode") == "'avg'"
    assert reported.value("activation") == "'tanh'"
    assert reported.value("fast") is None


@pytest.mark.parametrize(
    ("annotation", "literal"),
    [
        ("int", "4"),
        ("Optional[float]", "0.5"),
        ("bool", "False"),
        ("Literal['mean', 'sum']", "'mean'"),
        ("list[int]", "[4, 4]"),
        ("tuple[int, int]", "(4, 4,)"),
        ("Callable[[int], int]", None),
        ("not python", None),
    ],
)
def test_what_an_annotation_says(annotation: str, literal: str | None) -> None:
    assert literal_for(annotation) == literal


def test_annotations_of_tensors() -> None:
    assert is_tensor("torch.Tensor | None")
    assert not is_tensor("list[Tensor]")


SIZED = """
from torch import nn


class Block(nn.Module):
    def __init__(self, inner, share):
        super().__init__()
        self.conv = nn.Conv2d(inner, 8, 3)
        self.drop = nn.Dropout(share)


class Net(nn.Module):
    def __init__(self, a, b, c, d, e, f):
        super().__init__()
        self.words = nn.Embedding(a, b)
        self.parts = b // c
        self.blocks = [Block(d, share=e) for _ in range(2)]
        self.other = f
"""


@pytest.mark.parametrize(
    ("name", "size"),
    [("a", "20"), ("b", "16"), ("c", "2"), ("d", "3"), ("e", "0.1"), ("f", None)],
)
def test_layers_say_which_sizes_they_take(name: str, size: str | None, tmp_path: Path) -> None:
    view = view_of(tmp_path, {"nets.py": SIZED})
    trees = SourceTrees(view)
    found = trees.method(symbol(view, "nets.Net"), "__init__")
    assert found is not None
    assert size_for(trees, found[1], name) == size


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("return F.cross_entropy(other, things)", "torch.randint(0, CLASSES, (BATCH,))"),
        ("return (other.argmax(1) == things).float()", "torch.randint(0, CLASSES, (BATCH,))"),
        ("return things.argmax(dim=1)", "torch.randn(BATCH, CLASSES)"),
        ("return other.masked_fill(~things, 0)", "torch.ones(BATCH, LENGTH, dtype=torch.bool)"),
        ("b, t, c = things.shape", "torch.randn(BATCH, LENGTH, FEATURES)"),
        ("return things.mean()", None),
    ],
)
def test_what_is_done_with_a_tensor_tells_its_form(body: str, made: str | None) -> None:
    function = ast.parse(f"def f(things, other):\n    {body}\n").body[0]
    spec = tensor_from_use(function, "things")
    assert (spec.expression() if spec else None) == made


def test_settings_come_from_command_lines_and_files(tmp_path: Path) -> None:
    options = KnownSettings(view_of(tmp_path / "a", COMMAND_LINE.files))
    assert options.value("hidden") == "24"
    assert options.value("bidirectional") == "False"
    files = KnownSettings(view_of(tmp_path / "b", SETTINGS_FILE.files))
    assert files.value("layers") == "2"
    assert files.value("activation") == "'relu'"


NETWORKS = {
    "nets.py": """
        import torch.nn as nn

        class Inner(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.norm = nn.LayerNorm(width)
                self.attention = nn.MultiheadAttention(width, 2)

            def forward(self, x):
                b, t, c = x.shape
                return self.attention(x, x, x)

        class Outer(nn.Module):
            def __init__(self, width):
                super().__init__()
                self.inner = nn.ModuleList(Inner(width) for _ in range(3))
                self.embed = nn.Embedding(9, width)

            def forward(self, states, ids):
                for inner in self.inner:
                    states = inner(states)
                return states + self.embed(ids)

        class Spectrum(nn.Module):
            def __init__(self):
                super().__init__()
                self.body = nn.Sequential(nn.Dropout(0.1), nn.Conv1d(7, 8, 3))

            def forward(self, x):
                x = x.transpose(1, 2)
                return self.body(x)

        class Grey(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv = nn.Conv2d(1, 8, 3)

            def forward(self, picture):
                return self.conv(picture.unsqueeze(1))
        """,
}


@pytest.mark.parametrize(
    ("network", "sizes"),
    [
        (
            "Outer",
            {
                "states": ("BATCH", "LENGTH", "model.inner[0].attention.embed_dim"),
                "ids": ("BATCH", "LENGTH"),
            },
        ),
        ("Spectrum", {"x": ("BATCH", "SIZE", "model.body[1].in_channels")}),
        ("Grey", {"picture": ("BATCH", "HEIGHT", "WIDTH")}),
    ],
)
def test_layers_tell_what_a_network_takes(
    tmp_path: Path, network: str, sizes: dict[str, tuple[str, ...]]
) -> None:
    view = view_of(tmp_path, NETWORKS)
    demands = InputShapes(SourceTrees(view)).of_inputs(symbol(view, f"nets.{network}"), "model")
    assert {name: spec.sizes for name, spec in demands.items()} == sizes


def test_embeddings_limit_what_they_are_given(tmp_path: Path) -> None:
    view = view_of(tmp_path, NETWORKS)
    demands = InputShapes(SourceTrees(view)).of_inputs(symbol(view, "nets.Outer"), "model")
    assert demands["ids"].below == "model.embed.num_embeddings"
    assert demands["ids"].kind is Kind.WHOLE


def test_arguments_come_from_the_calls_of_the_project(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "lib.py": "class Net:\n    def __init__(self, width, depth, heads):\n        pass\n",
            "main.py": """
                from lib import Net

                WIDTH = 48

                def build():
                    depth = 7
                    return Net(WIDTH, depth, heads=input())
                """,
        },
    )
    calls = CallArguments(SourceTrees(view), KnownSettings(view))
    net = symbol(view, "lib.Net")
    assert calls.value(net, Parameter("depth")) == "7"
    assert calls.value(net, Parameter("heads")) is None


def test_the_body_of_a_function_tells_what_it_takes(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "lib.py": """
                def work(a, b, c, d, e):
                    for i in range(b):
                        a = a.view(-1)
                    with open(d) as file:
                        return c["key"], file.read(), e
                """
        },
    )
    function = SourceTrees(view).function(symbol(view, "lib.work"))
    kinds = [usage_of(function, name) for name in "abcde"]
    expected = [Usage.TENSOR, Usage.NUMBER, Usage.MAPPING, Usage.PATH, Usage.UNKNOWN]
    assert kinds == expected


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("items = list(things)\n    return items[1:]", Usage.SEQUENCE),
        ("return [one for one in things]", Usage.SEQUENCE),
        ("return torch.randn(things, 3)", Usage.NUMBER),
        ("return things.mean() + len(things)", Usage.TENSOR),
        ("things.zero_grad()\n    things.step()", Usage.OPTIMISER),
        ("return list(things.parameters())", Usage.NETWORK),
        ("return [x.to(y) for x, y in things]", Usage.BATCHES),
        ("return things(x, y)", Usage.LOSS),
        ("return things.width", Usage.SETTINGS),
        ("return 2 * things", Usage.OPERAND),
        ("return len(x) - things", Usage.NUMBER),
        ("torch.save(x, things)", Usage.PATH),
    ],
)
def test_what_is_done_with_a_parameter_tells_what_it_is(body: str, use: Usage) -> None:
    function = ast.parse(f"def f(things):\n    {body}\n").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert usage_of(function, "things") is use
