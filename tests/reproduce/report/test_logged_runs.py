"""Logs below commands are read column by column."""

from __future__ import annotations

import math

from seismograd.reproduce.report.commands import Command
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.values.logged_runs import LoggedRun, is_broken, logged_runs


def _runs(text: str) -> list[LoggedRun]:
    return logged_runs(parse_report(text))


def test_commands_in_one_block_have_their_own_logs() -> None:
    one, other = _runs(
        "# Odd\n\n    $ python fit.py --fold 2\n    Epoch 1/3 - loss: 0.69, acc: 0.5\n"
        "    Epoch 2/3 - loss: 0.69, acc: 0.4\n    Epoch 3/3 - loss: 0.69, acc: 0.6\n"
        "    $ python fit.py\n    loss: 0.6\n    loss: 0.5\n    loss: 4e-1\n"
    )

    assert one.command == Command("fit.py", ("--fold", "2"))
    assert one.columns == {"loss": (0.69, 0.69, 0.69), "acc": (0.5, 0.4, 0.6)}
    assert other.columns == {"loss": (0.6, 0.5, 0.4)}


def test_a_sentence_may_name_the_command_or_just_its_options() -> None:
    log = "```\nstep 1 train loss 1.5 val loss nan\nstep 2 train loss 1.4 val loss nan\n"
    log += "step 3 train loss 1.2 val loss nan\n```\n"
    one, other = _runs(f"# Odd\n\n`python -m pkg.run`:\n\n{log}\nWith `--wide`:\n\n{log}")

    assert one.command == Command("pkg.run")
    assert other.command == Command("pkg.run", ("--wide",))
    assert one.loss == "train loss"
    assert is_broken(one.columns["val loss"])
    assert all(map(math.isnan, other.columns["val loss"]))


def test_a_few_figures_are_no_log() -> None:
    assert _runs("# Odd\n\n```\n$ python run.py\nloss 0.3\nloss 0.3\n```\n") == []


def test_a_log_of_no_command_is_left_alone() -> None:
    assert _runs("# Odd\n\n```\nloss 0.3\nloss 0.3\nloss 0.3\n```\n") == []
