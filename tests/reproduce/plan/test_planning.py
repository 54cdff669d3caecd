from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.plan.plan import Action, BugType, Plan, Way
from seismograd.reproduce.plan.planning import make_plan
from seismograd.reproduce.report.parse import parse_report

MODEL = """
    import torch
    from torch import nn

    class Tagger(nn.Module):
        def __init__(self, words, width=16, heads=2):
            super().__init__()
            self.embed = nn.Embedding(words, width)

        def forward(self, tokens, mask=None):
            return self.embed(tokens)

    def save(model, path):
        torch.save(model.state_dict(), path)
"""
TRAIN = """
    import argparse
    from tagger import Tagger

    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--epochs", type=int, default=20)
        parser.add_argument("--heads", type=int, default=2)
        parser.add_argument("--data-dir", default="data")
        parser.add_argument("--amp", action="store_true")
        parser.parse_args()

    if __name__ == "__main__":
        main()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tagger.py").write_text(dedent(MODEL))
    (tmp_path / "train.py").write_text(dedent(TRAIN))
    return tmp_path


def plan_of(project: Path, report: str) -> Plan:
    told, view = parse_report(dedent(report)), read_project(project)
    return make_plan(told, view, derive(told, ["tagger.py", "train.py"])[0])


def words_of(plan: Plan, action: Action) -> list[str]:
    return [step.words for step in plan.steps if step.action is action]


def test_a_snippet_is_completed_with_its_values(project: Path) -> None:
    plan = plan_of(
        project,
        """\
        Heads that do not divide the width crash

        ```python
        model = Tagger(100, heads=3)
        model(tokens)
        ```
        RuntimeError: shape '[2, 3, 5]' is invalid for input of size 32
        """,
    )
    assert (plan.bug_type, plan.way) == (BugType.TENSOR, Way.SNIPPET)
    assert words_of(plan, Action.IMPORTS) == ["Import Tagger from tagger."]
    assert words_of(plan, Action.HYPERPARAMETERS) == ["Set heads = 3, as reported."]
    assert words_of(plan, Action.NETWORK) == ["Build Tagger(heads=3, words)."]
    assert words_of(plan, Action.DATA) == [
        "Make small synthetic inputs for Tagger(tokens): tokens."
    ]
    assert words_of(plan, Action.CONTROL) == ["As a control, go back to heads = 2."]


def test_a_command_is_run_in_small(project: Path) -> None:
    plan = plan_of(
        project,
        """\
        Training crashes with mixed precision

        `python train.py --amp --heads 4` ends with
        RuntimeError: expected scalar type Half but found Float
        """,
    )
    assert plan.way is Way.COMMAND
    assert words_of(plan, Action.RUN) == [
        "Run python train.py --epochs 2 --heads 4 --amp in small."
    ]
    assert words_of(plan, Action.DATASET) == [
        "Write a few small files for --data-dir, as train.py reads them."
    ]


def test_words_alone_lead_to_what_the_symptom_is_about(project: Path) -> None:
    plan = plan_of(project, "Predictions are different after saving and loading the weights.")
    assert (plan.bug_type, plan.way) == (BugType.MODEL, Way.RELATION)
    assert "Import Tagger from tagger." in words_of(plan, Action.IMPORTS)


def test_steps_come_in_the_order_in_which_they_are_done(project: Path) -> None:
    plan = plan_of(project, "The weights of `Tagger` never change, its gradient is None.")
    actions = [step.action for step in plan.steps]
    assert plan.bug_type is BugType.TRAINING
    assert actions.index(Action.IMPORTS) < actions.index(Action.NETWORK)
    assert actions[-2:] == [Action.LOGGING, Action.CONTROL]


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        ("RuntimeError: CUDA error: device-side assert triggered", BugType.GPU),
        ("TypeError: forward() got an unexpected keyword argument 'mask'", BugType.API),
        ("IndexError: index out of range in self", BugType.TENSOR),
    ],
)
def test_a_crash_is_sorted_by_its_message(project: Path, raised: str, expected: BugType) -> None:
    assert plan_of(project, f"Tagger fails\n\n{raised}\n").bug_type is expected
