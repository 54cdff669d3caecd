"""Commands and code that stand in sentences and in steps."""

from __future__ import annotations

import ast

import pytest

from seismograd.reproduce.report.commands import commands_in
from seismograd.reproduce.report.inline_code import code_of_prose, code_of_steps
from seismograd.reproduce.report.parse import parse_report


@pytest.mark.parametrize(
    ("text", "target", "words"),
    [
        ("I ran `python train.py --epochs 1 --amp` and it died", "train.py",
         ["--epochs", "1", "--amp"]),
        ("```\n$ python3 -u tools/fit.py data.csv \\\n    --lr 0.1\n```", "tools/fit.py",
         ["data.csv", "--lr", "0.1"]),
        ("CUDA_VISIBLE_DEVICES=0 python -m pkg.train lr=0.1 > log.txt", "pkg.train", ["lr=0.1"]),
        ("Run python run.py on the new data, then wait.", "run.py", []),
        ("`python eval.py --split 'a b'` → crash", "eval.py", ["--split", "a b"]),
    ],
)  # fmt: skip
def test_commands_are_read_with_their_words(text: str, target: str, words: list[str]) -> None:
    found = commands_in(parse_report(f"# Title\n\n{text}\n"))
    assert [(one.target, list(one.words)) for one in found] == [(target, words)]


def test_installing_is_no_command_of_the_project() -> None:
    assert commands_in(parse_report("# T\n\n`python -m pip install torch`, then nothing.")) == []


def test_a_command_knows_its_script() -> None:
    command = commands_in(parse_report("# T\n\n`python ./tools/fit.py`"))[0]
    assert command.runs("tools/fit.py", "tools.fit")
    assert not command.runs("fit_all.py", "fit_all")


def _text(statements: list[ast.stmt]) -> list[str]:
    return [ast.unparse(one) for one in statements]


def test_steps_become_statements_in_their_order() -> None:
    report = parse_report(
        "### Bug\n\nIt dies.\n\n### Steps to reproduce\n\n"
        "1. Build a model, `model = Net(width=8)`\n"
        "2. Convert it with `model.half()`\n"
        "3. Call `model(torch.randn(2, 8).half())` in `forward()`\n"
    )
    assert _text(code_of_steps(report)) == [
        "model = Net(width=8)",
        "model.half()",
        "model(torch.randn(2, 8).half())",
    ]


def test_code_in_prose_leaves_mentions_out() -> None:
    report = parse_report(
        "# T\n\nWith `warmup=0` and `Net`, `python a.py`, a call of `decode(x, k=3)` in "
        "`net.py` fails -> `KeyError`; `out = decode(x, k=3)` too."
    )
    assert _text(code_of_prose(report)) == ["decode(x, k=3)", "out = decode(x, k=3)"]


@pytest.mark.parametrize("text", ["Use `lr=0.1`.", "See `Net.forward()` and `fit`.", "`a b c`"])
def test_mentions_alone_are_no_program(text: str) -> None:
    assert [
        one for one in code_of_prose(parse_report(f"# T\n\n{text}")) if "=" in ast.unparse(one)
    ] == []
