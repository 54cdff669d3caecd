"""Commands that stand in sentences and in blocks."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.commands import commands_in
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
