from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.reproduce.context.read_project import read_project
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.plan.plan import Plan, Way
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


def steps_of(plan: Plan, first_word: str) -> list[str]:
    return [step for step in plan.steps if step.startswith(first_word)]


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
    assert plan.way is Way.SNIPPET
    assert steps_of(plan, "Import") == ["Import Tagger from tagger."]
    assert steps_of(plan, "Set") == ["Set heads = 3, as reported."]
    assert steps_of(plan, "Build") == ["Build Tagger(words, heads=3)."]
    assert steps_of(plan, "Make") == ["Make small synthetic inputs for Tagger(tokens)."]
    assert steps_of(plan, "As a control") == ["As a control, go back to heads = 2."]


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
    assert steps_of(plan, "Run") == ["Run python train.py --epochs 2 --heads 4 --amp in small."]
    assert steps_of(plan, "Write") == [
        "Write a few small files for --data-dir, as train.py reads them."
    ]


def test_words_alone_are_left_to_relations(project: Path) -> None:
    plan = plan_of(project, "Predictions are different after saving and loading the weights.")
    assert plan.way is Way.RELATION
    assert steps_of(plan, "Import") == []
    assert steps_of(plan, "Check")


def test_steps_come_in_the_order_in_which_they_are_done(project: Path) -> None:
    plan = plan_of(project, "The loss of `Tagger` never falls.")
    first_words = [step.partition(" ")[0] for step in plan.steps]
    assert first_words.index("Import") < first_words.index("Build") < first_words.index("Check:")
    assert first_words[-1] == "As"
