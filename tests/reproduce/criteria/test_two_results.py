"""Code of a report that compares two results: what lies between them says what is wrong."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.criteria_selection import SURE
from seismograd.reproduce.report.parse import parse_report

_NET = "model = Net()\nmodel.eval()\nx = torch.randn(4, 3)\n"
REPEATED = (
    f"{_NET}a = model(x)\nb = model(x)\nprint(torch.allclose(a, b))  # False\n",
    f"{_NET}with torch.no_grad():\n    first = model(x)\n    again = model(x)\n"
    "assert torch.equal(first, again)  # fails\n",
    f"{_NET}print(torch.allclose(model(x), model(x)))  # False\n",
    "p = scorer.predict(rows)\nq = scorer.predict(rows)\nprint(p == q)  # False\n",
    "torch.manual_seed(0)\na = make(8)\ntorch.manual_seed(0)\nb = make(8)\n"
    "print(torch.equal(a, b))  # False\n",
    "a = split(rows, seed=3)\nb = split(rows, seed=3)\nprint(a == b)  # False\n",
)
OTHER = (
    f"{_NET}a = model(x)\nsave(model, 'm.pt')\nother = load('m.pt')\nb = other(x)\n"
    "print(torch.allclose(a, b))  # False\n",
)


@pytest.mark.parametrize(
    ("family", "code"),
    [*(("determinism", code) for code in REPEATED), *(("value", code) for code in OTHER)],
)
def test_results_that_should_be_the_same(family: str, code: str) -> None:
    best = _derived(code)[0]
    assert best.symptom == family
    assert best.criteria[0].check == 'measured("value", "==", False)'


@pytest.mark.parametrize(
    "code",
    [
        f"{_NET}one = model(x)\ntwo = model(x)\nprint((one - two).abs().max().item())  # 0.4312\n",
        f"{_NET}together = model(x)\nalone = model(x[:1])\n"
        "print((together[0] - alone[0]).abs().max())  # tensor(0.2)\n",
    ],
)
def test_that_two_results_are_apart_counts_and_not_how_far(code: str) -> None:
    best = _derived(code)[0]
    assert best.criteria[0].check == 'measured("value", ">", 0.0001)'
    assert best.confidence < SURE


@pytest.mark.parametrize(
    "code",
    [
        "model = Net()\na = model(x)\nb = model(x)\nprint(torch.allclose(a, b))  # False\n",
        "net = Net().train()\na = net(x)\nb = net(x)\nprint((a - b).abs().max())  # 0.3\n",
    ],
)
def test_a_network_in_training_mode_may_give_two_answers(code: str) -> None:
    assert not [one for one in _derived(code) if "value" in one.criteria[0].check]


def test_other_calls_are_no_repetition() -> None:
    code = f"{_NET}a = model(x)\nb = model(2 * x)\nprint(torch.allclose(a, b))  # True\n"
    assert {one.symptom for one in _derived(code)} <= {"value"}


def test_equal_results_are_no_difference() -> None:
    code = f"{_NET}a = model(x)\nb = model(x)\nprint(torch.allclose(a, b))  # True\n"
    assert "evaluation" not in {one.symptom for one in _derived(code)}


@pytest.mark.parametrize(
    ("title", "family"),
    [
        ("Different logits for the same image every time I ask", "evaluation"),
        ("same photo, two different predictions", "evaluation"),
    ],
)
def test_one_line_that_seeds_does_not_make_it_about_seeds(title: str, family: str) -> None:
    code = "torch.manual_seed(0)\nmodel = Net().eval()\nmodel(x)\n"
    found = {one.symptom for one in derive(parse_report(f"# {title}\n\n```python\n{code}```\n"))}
    assert family in found
    assert "determinism" not in found


def _derived(code: str) -> list[Fingerprint]:
    return derive(parse_report(f"# Strange\n\nSee here:\n\n```python\nimport torch\n{code}```\n"))
