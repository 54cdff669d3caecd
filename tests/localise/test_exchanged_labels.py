"""Labels that are learned by heart, and those that are learned faster."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from seismograd.localise.interventions.exchanged_labels import ExchangedLabels
from seismograd.localise.interventions.question import Pair
from seismograd.localise.trouble import Trouble, trouble_of
from seismograd.traces.events import Data, Epoch, Evaluation
from seismograd.traces.guessing_evaluation import evaluation_is_guess
from seismograd.traces.history import RunHistory
from tests.traces.symptoms.made_histories import falling, history, steady

SLOW = falling(200, last=0.2)
FAST = [*falling(20, last=0.01), *steady(0.01, 180, spread=0.001)]


def asked(own: Sequence[float], *others: Sequence[float]) -> bool | None:
    pairs = [Pair(history(own), history(each), 200) for each in others]
    reply = ExchangedLabels().read(pairs)
    return None if reply is None else reply.is_yes


def test_labels_that_are_learned_as_slowly_as_those_of_others_say_nothing() -> None:
    assert asked(SLOW, SLOW, SLOW) is True


def test_labels_that_are_learned_faster_belong_to_their_inputs() -> None:
    assert asked(FAST, SLOW, SLOW) is False


def test_seeds_that_disagree_are_no_answer() -> None:
    assert asked(SLOW, SLOW, steady(1.0, 200)) is None


def test_nothing_is_told_by_a_network_that_learns_nothing_by_heart() -> None:
    assert asked(steady(1.0, 200), steady(1.0, 200), steady(1.0, 200)) is None


def evaluated(*losses: float) -> RunHistory:
    data = Data(role="train", labels={"0": 100, "1": 100}, examples=200)
    told = [Evaluation(loss=one) for one in losses]
    return history(falling(200, last=0.2), more=[data, *told])


@pytest.mark.parametrize(
    ("losses", "is_guess"), [((0.9, 1.4, 2.0), True), ((0.4, 2.0), False), ((), False)]
)
def test_a_loss_that_was_better_than_a_constant_answer_once_is_no_guess(
    losses: tuple[float, ...], is_guess: bool
) -> None:
    assert evaluation_is_guess(evaluated(*losses)) is is_guess


def printed(share: float, examples: int = 200) -> RunHistory:
    data = Data(role="train", labels={"0": 100, "1": 100}, examples=200)
    other = Data(role="validation", examples=examples)
    epochs = [Epoch(epoch=at, metrics={"val_accuracy": share}) for at in range(4)]
    return history(falling(200, last=0.2), more=[data, other, *epochs])


@pytest.mark.parametrize(
    ("run", "is_guess"),
    [(printed(0.52), True), (printed(0.65), False), (printed(0.52, 20), False)],
    ids=["chance", "better", "few"],
)
def test_accuracies_of_chance_are_a_trouble_of_the_evaluation(
    run: RunHistory, is_guess: bool
) -> None:
    assert evaluation_is_guess(run) is is_guess
    assert ExchangedLabels().suits(run) is is_guess
    assert trouble_of(run, []) is (Trouble.EVALUATION if is_guess else Trouble.NONE)
