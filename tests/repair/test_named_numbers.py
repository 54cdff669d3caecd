"""Names for numbers that a script prints without any."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.program import read_program
from seismograd.repair.named_numbers import NamedNumbers, named_numbers
from seismograd.repair.objective import find_objective
from seismograd.runs.trial import RunningTrial, Trial, TrialResult, Watch
from seismograd.source.document import Document
from seismograd.source.workspace import Workspace
from seismograd.traces.history import RunHistory

EVALUATE = "def evaluate(x):\n    return criterion(x)['loss'].item(), accuracy.item()\n"


def names_of(code: str) -> NamedNumbers:
    document = Document("/nowhere/train.py", code)
    workspace = Workspace([])
    workspace.open(document)
    return named_numbers(read_program(workspace, document))


@pytest.mark.parametrize(
    ("code", "line", "named"),
    [
        ("print(f'Epoch {epoch}: {accuracy(model, test_loader):.4f}')", "Epoch 3: 0.9100",
         "Epoch 3: 0.9100 test accuracy 0.91"),
        ("print(epoch, loss.item(), val_acc)", "3 0.5 0.91",
         "3 0.5 0.91 epoch 3 loss 0.5 val_acc 0.91"),
        ("print('Epoch %d: %.3f' % (epoch, val_acc))", "Epoch 3: 0.910",
         "Epoch 3: 0.910 val_acc 0.91"),
        ("print('Epoch {}: {:.3f}'.format(epoch, 100 * val_acc))", "Epoch 3: 91.000",
         "Epoch 3: 91.000 val_acc 91.0"),
        ("print('Epoch', epoch, '->', round(history['val_mae'], 3))", "Epoch 3 -> 0.25",
         "Epoch 3 -> 0.25 val_mae 0.25"),
        ("print(f'{name}: {accuracy}')", "alpha: 0.5", "alpha: 0.5"),
        ("print(f'val loss {x:.3f}')", "val loss 0.5", "val loss 0.5"),
        ("print('Result', accuracy)", "Result 0.91", "Result 0.91 Result accuracy 0.91"),
        ("print('test', (loss, acc))", "test (0.5, 0.91)",
         "test (0.5, 0.91) test loss 0.5 acc 0.91"),
        (f"{EVALUATE}print('epoch', epoch, 'val', evaluate(x_val))", "epoch 3 val (0.5, 0.91)",
         "epoch 3 val (0.5, 0.91) val loss 0.5 validation accuracy 0.91"),
        ("for part, x in (('val', x_val), ('test', x_test)):\n    print(epoch, part, accuracy(x))",
         "3 test 0.91", "3 test 0.91 epoch 3 test accuracy 0.91"),
        ("va = (net(x).argmax(1) == y)[val].float().mean()\nprint(f'Val: {va:.3f}')", "Val: 0.910",
         "Val: 0.910 Val accuracy 0.91"),
        ("hit = (net(x).argmax(1) == y).float()\na, b = hit[i].mean(), hit[j].mean()\n"
         "print('Val: {:.3f}, Test: {:.3f}'.format(a, b))", "Val: 0.910, Test: 0.900",
         "Val: 0.910, Test: 0.900 Val accuracy 0.91 Test accuracy 0.9"),
        (f"{EVALUATE}_, a = evaluate(x)\nprint('Test:', a)", "Test: 0.91",
         "Test: 0.91 Test accuracy 0.91"),
        ("seen = len(x)\nprint('Val:', seen)", "Val: 3", "Val: 3"),
        ("print(*values)", "0.5", "0.5"),
        ("print()", "0.5", "0.5"),
    ],
)  # fmt: skip
def test_a_line_gets_the_names_of_the_source(code: str, line: str, named: str) -> None:
    assert names_of(f"import torch\n{code}\n").output(line) == named


def test_an_objective_is_found_by_them() -> None:
    output = "Epoch 0: 0.31\nEpoch 1: 0.42\n"
    result = TrialResult(RunHistory(), has_failed=False, output=output)
    names = names_of("print(f'Epoch {epoch}: {accuracy(model, test_loader):.4f}')\n")
    found = find_objective(names.result(result))
    assert (found.name, found.direction) == ("test accuracy", "max")
    assert found.value(names.result(result)) == 0.42


def test_running_trials_are_named_as_well(tmp_path: Path) -> None:
    seen: list[str] = []

    def run_trial(trial: Trial, watch: Watch | None) -> TrialResult:
        assert watch is not None
        watch(RunningTrial(tmp_path / "trace.jsonl", "3 0.5\n"))
        return TrialResult(RunHistory(), has_failed=False, output="3 0.5\n")

    run = names_of("print(epoch, acc)\n").of_trials(run_trial)
    result = run(Trial(), lambda running: bool(seen.append(running.output)))
    assert seen == [result.output] == ["3 0.5 epoch 3 acc 0.5\n"]


def test_without_prints_nothing_is_changed() -> None:
    assert names_of("x = 1\n").output("3 0.5\n") == "3 0.5\n"
    assert named_numbers(None).output("3 0.5") == "3 0.5"
