"""The many words for state that does not come back, options without effect, and schedules."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from tests.reproduce.criteria.reports import report

RELOAD = (
    ("Loss spikes after resuming", "When I continue the loss is much higher than before."),
    ("Resume training starts at epoch 0", "The weights are there, the counter begins at 0 again."),
    ("Learning rate jumps back to 0.1 after resume", "It is 0.001 when I stop."),
    ("best_acc forgotten when resuming", "The first epoch overwrites best.pt though it is worse."),
    ("Optimizer state not restored", "load_checkpoint restores the weights, Adam starts over."),
    ("EMA weights lost", "After loading the checkpoint evaluation gives random predictions."),
    ("Different predictions after load_model", "I save, load, same input, other numbers."),
    ("Tokenizer vocabulary isn't saved", "Tokenizer.load gives different ids for the same text."),
    ("save / load roundtrip broken", "after from_pretrained the outputs are not the same"),
    ("Saved model performs like an untrained one", "95 % in the process, 10 % from the file."),
    ("Training can't be continued properly", "5 + 5 epochs give something else than 10 in one go"),
    ("config is not stored with the checkpoint", "hidden=128 comes back as 64 after load"),
    ("global_step resets to zero after restoring from checkpoint", ""),
    ("scaler statistics gone after reload", ""),
    ("get_config misses the rate argument", "Reloading the layer gives the default again."),
    ("early stopping restores wrong weights", "It puts back the last instead of the best ones."),
    ("The loaded network is not the one I trained", "Weights are equal, outputs are not."),
    ("What I load isn't the model that was saved", ""),
    ("One epoch is done twice when a run is resumed", "Seven lines for six epochs."),
    ("Resumed runs skip an epoch", "4 + 4 give 7 lines."),
    ("Too many epochs after --resume", "Continued runs have one epoch too many."),
    ("Last epoch repeated", "After restarting from the checkpoint epoch 4 is done again."),
    ("Continued training does one epoch too many", "Resumed runs have more epochs than asked for."),
    ("--resume starts from scratch", "second command begins with epoch 0 again"),
)
CONFIG = (
    ("dropout is ignored", "I set dropout=0.5, no change."),
    ("weight_decay doesn't do anything", "Tried 0, 0.1 and 10."),
    ("Same loss no matter what I set for label_smoothing", ""),
    ("`--hidden` flag doesn't change the model", "Number of parameters stays 1234 whatever I pass"),
    ("num_layers from config.yaml is not used", "model always has 2 layers"),
    ("Same result with and without gradient clipping", ""),
    ("use_bias=False doesn't remove the bias", ""),
    ("optimizer: sgd in the config file gives Adam anyway", ""),
    ("The activation argument makes no difference", "bit-identical results with relu and gelu."),
    ("setting `momentum` seems to be a no-op", ""),
    ("temperature parameter seems useless", "outputs are exactly equal for 0.1 and 10"),
    ("Passing eps to Norm has no influence whatsoever", ""),
    ("values in the YAML get overwritten by the defaults", ""),
    ("`--bias False` is ignored", "prints the same number of parameters as without the flag"),
    ("`patience` not respected", "always stops after 3 epochs whatever patience I give"),
    ("bidirectional=True is silently dropped", ""),
)
SCHEDULER = (
    ("learning rate never decays", "printed lr is 0.001 all the time", "constant"),
    ("warm-up much too slow", "lr changes only once per epoch", "learning_rates_in_an_epoch"),
    ("lr decays every batch instead of every epoch", "", "learning_rates_in_an_epoch"),
    ("lr decays way too fast", "step_size is in epochs", "learning_rates_in_an_epoch"),
    ("After the first epoch the lr is already 1e-6", "", "learning_rates_in_an_epoch"),
    ("LR after warmup drops to zero", "", "last_rate"),
    ("lr at the end of training is 0.0005, expected 1e-5", "", '"last_rate", "~", 0.0005'),
    ("peak lr is 0.001 instead of 0.002", "", '"highest_rate", "~", 0.001'),
    ("First step has lr 0.1 instead of 0.001", "", '"first_rate", "~", 0.1'),
    ("lr goes up again after total_steps", "", '"rises again"'),
    ("lr jumps down after warm-up and rises", "", '"rises again"'),
    ("learning rate negative at the end", "", '"negative"'),
    ("ReduceLROnPlateau never triggers", "lr stays at 1e-3", "constant"),
)
OTHERS = (
    ("Add option to save optimizer state", ""),
    ("Saving is slow", "It takes a minute to save a checkpoint."),
    ("Checkpoint files are huge", ""),
    ("Restarting takes longer than a new run", ""),
    ("How do I train for more epochs?", "I interrupted it after ten."),
    ("Thanks for the scheduler", "works great"),
    ("Which learning rate did you use?", "I want to train it on my own data."),
    ("Typo in config.yaml", "it says lerning_rate in a comment"),
)


@pytest.mark.parametrize(("title", "body"), RELOAD)
def test_what_does_not_come_back(title: str, body: str) -> None:
    best = derive(report(title, body))[0]
    assert best.symptom == "reload"
    assert "difference_after_reload" in best.criteria[0].check


@pytest.mark.parametrize(("title", "body"), CONFIG)
def test_what_is_not_heard(title: str, body: str) -> None:
    best = derive(report(title, body))[0]
    assert best.symptom == "config"
    assert "difference_with_option" in best.criteria[0].check


@pytest.mark.parametrize(("title", "body", "check"), SCHEDULER)
def test_what_is_scheduled_otherwise(title: str, body: str, check: str) -> None:
    found = [one for one in derive(report(title, body)) if one.symptom == "scheduler"]
    assert check in found[0].criteria[0].check


@pytest.mark.parametrize(("title", "body"), OTHERS)
def test_talk_about_them_is_no_bug(title: str, body: str) -> None:
    families = {one.symptom for one in derive(report(title, body))}
    assert not families & {"reload", "config", "scheduler"}
