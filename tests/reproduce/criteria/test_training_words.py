"""The many words for training, numbers, memory, chance and evaluation that go wrong."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from tests.reproduce.criteria.reports import report

FALLS = "loss_does_not_fall"
STILL = "parameter_change"
NAN = "nan"
GROWS = "growth_bytes"
RUNS = "difference_between_runs"
CALLS = "difference_between_calls"
MODE = '"training"'

TOLD = [
    # determinism
    (RUNS, "seed=0 gives different batches every time", ""),
    (RUNS, "Same seed, different weights", ""),
    (RUNS, "two models with the same seed differ", ""),
    (RUNS, "Cannot get the same result twice", "Even with `--seed 1` the loss is another one."),
    (RUNS, "Split is not the same on every run", "I pass `random_state=3`."),
    (RUNS, "make_split(seed=7) returns other indices on each call", ""),
    (RUNS, "random_state is not respected", "Each run gives other folds."),
    (RUNS, "Seed has no effect", "Every run ends with another accuracy, whatever `seed` says."),
    (RUNS, "Results change from run to run", "I call `set_seed(42)` first."),
    (RUNS, "--seed does not make it reproducible", ""),
    (RUNS, "Reproducibility", "I get other numbers every time I start it, with a fixed seed."),
    (RUNS, "token ids change between sessions", "`build_vocab` gives other ids after a restart."),
    (RUNS, "seed_everything() is not enough", "The augmentations still vary between runs."),
    (RUNS, "Order of batches is different although a generator seed is given", ""),
    (RUNS, "can't reproduce my own numbers", "Seed is 0 both times. 0.71 and then 0.68."),
    (RUNS, "shuffling ignores the seed", ""),
    (RUNS, "Non deterministic sampling with fixed seed", ""),
    (RUNS, "seeding twice does not give the same initial weights", ""),
    # evaluation
    (CALLS, "Same image, different probabilities", "`Net.predict` gives another value each call."),
    (CALLS, "model.predict is not stable", "Always the same `x`, nothing is trained in between."),
    (CALLS, "predictions change between calls", "The input is the same, and I called `eval()`."),
    (CALLS, "inference is random", "Two calls with one and the same batch, two answers."),
    (CALLS, "Dropout still on when evaluating", ""),
    (CALLS, "eval() does not switch dropout off", ""),
    (CALLS, "score() returns another number each time on the same data", ""),
    (CALLS, "validation accuracy fluctuates on the same checkpoint", "Dropout?"),
    (CALLS, "batch norm statistics are updated during validation", ""),
    (CALLS, "running_mean moves while I only evaluate", ""),
    (CALLS, "Outputs depend on how often I call the model in eval mode", ""),
    (CALLS, "Noise is also added at test time", ""),
    (CALLS, "embed() twice on one sentence gives two vectors", ""),
    (MODE, "model stays in eval mode after the first validation", ""),
    (MODE, "validate() leaves the model in eval()", ""),
    (MODE, "Dropout is off after the first epoch", "validate() never switches back to train mode."),
    (MODE, "model.training is False after evaluate()", ""),
    (MODE, "train() is not called again after validation", ""),
    # NaN
    (NAN, "loss: nan", ""),
    (NAN, "Loss goes to inf in fp16", ""),
    (NAN, "nans in gradients", "After `backward()` all gradients are nan."),
    (NAN, "perfect prediction gives nan", ""),
    (NAN, "dice_loss returns NaN for an empty mask", ""),
    (NAN, "Everything turns into NaN for a silent clip", ""),
    (NAN, "numerical problem in the entropy", "With a one-hot input I get `-inf`."),
    (NAN, "0 / 0 for constant signals", "The output is `tensor([nan, nan])`."),
    (NAN, "Distance has a NaN gradient at zero", ""),
    (NAN, "softmax overflow", "Large logits give infinite values."),
    (NAN, "loss becomes infinity after a few steps", ""),
    # learning
    (FALLS, "Model does not learn", ""),
    (FALLS, "loss is flat", "It is 2.303 in epoch 1 and 2.303 in epoch 50."),
    (FALLS, "accuracy stays at chance", ""),
    (FALLS, "Training has no effect", "The loss is the same in every epoch."),
    (FALLS, "fit() does nothing", "Loss never changes."),
    (FALLS, "stuck at 0.693", "The loss of the binary classifier is stuck there from the start."),
    (FALLS, "no progress at all", "train loss 1.38 1.38 1.38"),
    (FALLS, "Never better than random guessing", ""),
    (FALLS, "fine-tuning does nothing", "train_loss is 1.39 in the first and the last epoch"),
    (FALLS, "Loss won't go down", ""),
    (FALLS, "the network isn't training", ""),
    (FALLS, "loss doesnt decrease", "tried many learning rates"),
    (FALLS, "Loss identical every epoch", ""),
    # memory
    (GROWS, "RAM usage climbs while extracting features", ""),
    (GROWS, "Memory leak in training loop", ""),
    (GROWS, "process is killed after 3000 batches", "RAM goes up steadily."),
    (GROWS, "eats all my RAM", "It needs more with every epoch."),
    (GROWS, "more and more memory", ""),
    (GROWS, "GPU memory increases every iteration", ""),
    (GROWS, "OOM after a few hundred steps", "the first ones are fine"),
    (GROWS, "memory footprint keeps going up", ""),
    (GROWS, "cache grows without bound", ""),
    (GROWS, "hooks pile up", "Every call of `features` registers another hook, memory grows."),
    (GROWS, "Memory is never released between calls", ""),
    (GROWS, "resident set size goes from 1 GB to 12 GB over an epoch", ""),
    (GROWS, "Killed after a while", "In htop the process gets bigger with each batch."),
    (GROWS, "Not released", "Each call of `extract` costs another 12 MB, even with gc.collect()."),
    (GROWS, "Process size climbs", "The rss every 100 steps: 512, 733, 951, 1170 MB."),
    (GROWS, "extract() is greedy", "30 MB more after every pass over the folder."),
    (GROWS, "Where do 200 MB go?", "They are taken by `fit`, 200 MB that are never given back."),
]

OTHERS = [
    (RUNS, "Different seeds give the same split", "Whatever seed I pass, it is the same."),
    (RUNS, "Deterministic and fast", "Two runs with the same seed agree."),
    (RUNS, "Accuracy differs from the paper", "I get 0.71, the paper says 0.8."),
    (CALLS, "Predictions are the same for all inputs", ""),
    (CALLS, "Different inputs give different outputs, as they should", ""),
    (CALLS, "Dropout rate of the config is ignored in training", ""),
    (MODE, "Evaluation crashes with an IndexError", ""),
    (MODE, "model.eval() is slow", ""),
    (NAN, "No NaN any more, but the accuracy is low", ""),
    (NAN, "Information about the maintainers", "Who maintains this?"),
    (FALLS, "learning rate does not change", "The scheduler keeps it at 0.1."),
    (FALLS, "Model learns well, evaluation crashes", ""),
    (GROWS, "Memory bank has the wrong shape", ""),
    (GROWS, "Slow", "The process grows slow when images have 4 MB more or less."),
    (GROWS, "Checkpoint size", "The checkpoint has 300 MB more than expected."),
    (GROWS, "Print the memory of each layer", "For example 12, 15, 18 MB."),
    (GROWS, "memory-efficient attention gives other values", ""),
    (GROWS, "Add an option to reduce memory", ""),
]


@pytest.mark.parametrize(("check", "title", "body"), TOLD, ids=[one[1] for one in TOLD])
def test_the_best_check_is_of_the_family(check: str, title: str, body: str) -> None:
    found = derive(report(title, body))
    assert found, "nothing was derived"
    assert check in found[0].criteria[0].check


TWICE = """
```
>>> {0}
0.41
>>> {0}
{1}
```
"""


def test_one_call_with_two_answers() -> None:
    found = derive(report("Not stable", TWICE.format("model.predict(x)[0]", "0.52")))
    assert CALLS in found[0].criteria[0].check
    found = derive(report("Not stable", TWICE.format("sample(seed=3)", "0.52")))
    assert RUNS in found[0].criteria[0].check
    found = derive(report("Too low", TWICE.format("model.predict(x)[0]", "0.41")))
    assert not any(CALLS in one.criteria[0].check for one in found)


@pytest.mark.parametrize(("check", "title", "body"), OTHERS, ids=[one[1] for one in OTHERS])
def test_words_alone_are_no_sign(check: str, title: str, body: str) -> None:
    found = derive(report(title, body))
    assert not any(check in criterion.check for one in found for criterion in one.criteria)
