from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.context.gather import gather_context, tokens_in
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.context.relevance import relevance_of
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.report.bug_report import (
    BugReport,
    CitedPlace,
    ReportedFrame,
    ReportedTraceback,
)
from tests.reproduce.context.projects import view_of

FILES = {
    "vision/__init__.py": "",
    "vision/model.py": """
        from torch import nn
        from .attention import attend

        WIDTH = 8

        class Net(nn.Module):
            def __init__(self, width=WIDTH):
                super().__init__()
                self.head = nn.Linear(width, 2)

            def forward(self, x):
                return self.head(attend(x))
    """,
    "vision/attention.py": """
        def attend(x, mask=None):
            if x.dim() != 3:
                raise ValueError(f"attention needs three dimensions, got {x.dim()}")
            return x
    """,
    "vision/checkpoint.py": """
        import torch

        def save_state(net, path):
            torch.save(net.state_dict(), path)

        def load_state(net, path):
            net.load_state_dict(torch.load(path))
    """,
    "audio/features.py": "def spectrogram(wave):\n    return wave\n",
    "train.py": """
        from vision.model import Net

        def run_epoch(net, data, optimiser):
            for x in data:
                optimiser.zero_grad()
                net(x).sum().backward()
                optimiser.step()

        def main():
            run_epoch(Net(), [], None)

        if __name__ == "__main__":
            main()
    """,
    "tests/test_model.py": """
        from vision.model import Net

        def test_forward():
            Net()(1)
    """,
}


@pytest.fixture
def view(tmp_path: Path) -> ProjectView:
    return view_of(tmp_path, FILES)


def _report(text: str, **parts: object) -> BugReport:
    return BugReport(title=text.splitlines()[0] if text else "", text=text, **parts)  # type: ignore[arg-type]


TRACEBACK = ReportedTraceback(
    (
        ReportedFrame("/home/u/proj/tests/test_model.py", 4, "test_forward", "Net()(1)"),
        ReportedFrame("/v/site-packages/torch/nn/modules/module.py", 1500, "_call_impl"),
        ReportedFrame("/v/site-packages/vision/model.py", 30, "forward",
                      "return self.head(attend(x))"),
        ReportedFrame("/v/site-packages/vision/attention.py", 3, "attend"),
        ReportedFrame("/v/site-packages/torch/functional.py", 3, "einsum"),
    ),
    "ValueError",
    "attention needs three dimensions, got 2",
)  # fmt: skip


def test_the_innermost_frame_of_the_project_is_suspected_most(view: ProjectView) -> None:
    suspects = find_suspects(view, _report("It fails", tracebacks=(TRACEBACK,)))

    first, second = suspects[:2]
    assert (first.file, first.first) == ("vision/attention.py", 3)
    assert first.symbol is not None
    assert first.symbol.name == "attend"
    assert "raises ValueError" in first.why
    assert (second.file, second.first) == ("vision/model.py", 12)
    assert all("torch" not in suspect.file for suspect in suspects)
    in_tests = [s for s in suspects if s.file.startswith("tests/")]
    assert all(s.score < second.score for s in in_tests)


def test_a_frame_that_is_also_cited_counts_where_its_code_went(view: ProjectView) -> None:
    frame = ReportedFrame(r"C:\x\vision\checkpoint.py", 7, "save_state",
                          "torch.save(net.state_dict(), path)")  # fmt: skip
    cited = CitedPlace("C:/x/vision/checkpoint.py", 7, 7)
    report = _report("Crash", tracebacks=(ReportedTraceback((frame,), "OSError"),), places=(cited,))
    suspects = find_suspects(view, report)
    assert (suspects[0].first, suspects[0].why) == (4, "the innermost frame of the project")
    assert all(suspect.first != 7 for suspect in suspects)


def test_a_message_alone_leads_to_what_raises_it(view: ProjectView) -> None:
    bare = ReportedTraceback((), "ValueError", "attention needs three dimensions, got 5")
    suspects = find_suspects(view, _report("Crash", tracebacks=(bare,)))
    assert (suspects[0].file, suspects[0].first) == ("vision/attention.py", 3)


def test_names_and_citations(view: ProjectView) -> None:
    report = _report(
        "Weights are not what they were",
        names=("load_state",),
        places=(CitedPlace("vision/checkpoint.py", 4),),
    )
    suspects = find_suspects(view, report)
    assert [s.symbol.name for s in suspects[:2] if s.symbol] == ["save_state", "load_state"]


def test_words_alone(view: ProjectView) -> None:
    suspects = find_suspects(view, _report("Saving the state and loading it from its path fails"))
    assert suspects[0].file == "vision/checkpoint.py"
    assert suspects[0].score <= 0.5


@pytest.mark.parametrize("text", ["", "\x00\x01", "zzz qqq", "(" * 50_000, "a" * 1_000_000])
def test_reports_that_say_nothing(view: ProjectView, text: str) -> None:
    assert [s for s in find_suspects(view, _report(text)) if s.score > 0.5] == []
    gather_context(view, _report(text))


def test_cited_places_come_first_after_the_head_of_their_file(view: ProjectView) -> None:
    report = _report("Training is slow", places=(CitedPlace("vision/model.py", 12),))
    parts = gather_context(view, report)

    head, cited = parts[:2]
    assert (head.file, head.first) == ("vision/model.py", 1)
    assert "from .attention import attend" in head.text
    assert "WIDTH = 8" in head.text
    assert cited.first <= 12 <= cited.last
    assert "cited" in cited.why
    assert any(part.why == "the training loop" for part in parts)
    assert any("class Net" in part.text for part in parts)


def test_neighbours_in_the_graph_of_calls_come_along(view: ProjectView) -> None:
    relevance = relevance_of(view, _report("attend mask dimensions"))
    names = {relevance.chunks[number].name for number in relevance.scores}
    assert "vision.model.Net" in names
    assert "audio.features.spectrogram" not in names


@pytest.mark.parametrize("budget", [0, 20, 60, 200, 1000])
def test_the_budget_holds(view: ProjectView, budget: int) -> None:
    report = _report("attention loss training", tracebacks=(TRACEBACK,))
    parts = gather_context(view, report, budget=budget)
    assert sum(tokens_in(part.text) for part in parts) <= budget
    assert len({(part.file, part.first) for part in parts}) == len(parts)


def test_of_a_long_function_the_lines_around_are_shown(tmp_path: Path) -> None:
    long = "def long():\n" + "".join(f"    x{n} = {n}\n" for n in range(140))
    view = view_of(tmp_path, {"long.py": long})
    report = _report("wrong", places=(CitedPlace("long.py", 100),))
    (part,) = gather_context(view, report, budget=200)
    assert part.first <= 100 <= part.last
    assert "x98 = 98" in part.text


def test_training_loops_and_entry_points_are_ranked(tmp_path: Path) -> None:
    loop = "def {name}(net):\n    {word} = 1\n    net.loss.backward()\n"
    main = "from {module} import {name}\nif __name__ == '__main__':\n    {name}(None)\n"
    view = view_of(
        tmp_path,
        {
            "gan.py": loop.format(name="fit_gan", word="discriminator"),
            "bert.py": loop.format(name="fit_bert", word="token"),
            "run_gan.py": main.format(module="gan", name="fit_gan"),
            "run_bert.py": main.format(module="bert", name="fit_bert"),
        },
    )
    relevance = relevance_of(view, _report("The discriminator does not learn while training"))
    assert relevance.training_loops()[0].name == "fit_gan"
    assert relevance.entry_points()[0].file == "run_gan.py"
    named = relevance_of(view, _report("The discriminator: python run_bert.py fails"))
    assert named.entry_points()[0].file == "run_bert.py"
