"""Trainers of Hugging Face Transformers: a fit with its settings, and the optimiser within."""

from __future__ import annotations

from seismograd.program.model import Fit, Optimiser, Program
from seismograd.program.settings import Setting, setting
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Object

_TRAINERS = frozenset({"Seq2SeqTrainer", "SFTTrainer", "Trainer"})
_LIBRARIES = frozenset({"transformers", "trl"})
_SETTINGS: dict[str, tuple[str, object]] = {
    "epochs": ("num_train_epochs", 3.0), "max_steps": ("max_steps", -1),
    "batch_size": ("per_device_train_batch_size", 8),
    "evaluation_batch_size": ("per_device_eval_batch_size", 8),
    "learning_rate": ("learning_rate", 5e-5), "weight_decay": ("weight_decay", 0.0),
    "warmup_steps": ("warmup_steps", 0), "warmup_ratio": ("warmup_ratio", 0.0),
    "accumulation": ("gradient_accumulation_steps", 1), "gradient_clip": ("max_grad_norm", 1.0),
    "schedule": ("lr_scheduler_type", "linear"), "optimiser": ("optim", "adamw_torch"),
    "seed": ("seed", 42), "fp16": ("fp16", False), "bf16": ("bf16", False),
    "label_smoothing": ("label_smoothing_factor", 0.0),
    "evaluation": ("eval_strategy", "no"),
    "best_model": ("load_best_model_at_end", False),
    "best_metric": ("metric_for_best_model", None),
}  # fmt: skip
"""Neutral name -> name and default of a training argument."""


def read_transformers(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    seen: set[int] = set()
    for call in run.calls:
        trainer = call.receiver
        if call.method != "train" or not isinstance(trainer, Object) or not is_trainer(trainer):
            continue
        program.fits.append(_fit(call, trainer, networks))
        arguments = _arguments(trainer)
        if arguments is not None and id(arguments) not in seen:
            seen.add(id(arguments))
            program.optimisers.extend(_optimisers(trainer, arguments, networks))


def is_trainer(value: Object) -> bool:
    head, _, name = value.path.rpartition(".")
    return name in _TRAINERS and head.partition(".")[0] in _LIBRARIES


def _arguments(trainer: Object) -> Object | None:
    given = trainer.call.value(1, "args")
    return given if isinstance(given, Object) else None


def _settings(call: Call) -> dict[str, Setting]:
    found = {neutral: setting(call, None, name, default)
             for neutral, (name, default) in _SETTINGS.items()}  # fmt: skip
    if "evaluation_strategy" in call.keywords:
        found["evaluation"] = setting(call, None, "evaluation_strategy")
    return found


def _fit(call: Call, trainer: Object, networks: NetworksWithParts) -> Fit:
    arguments = _arguments(trainer)
    settings = {} if arguments is None else _settings(arguments.call)
    settings["validation_data"] = setting(trainer.call, None, "eval_dataset")
    settings["callbacks"] = setting(trainer.call, None, "callbacks")
    network = networks.of(trainer.call.value(0, "model"))
    data = trainer.call.value(None, "train_dataset")
    return Fit(call.place, call, "transformers", network, None, data, None, settings)


def _optimisers(trainer: Object, arguments: Object, networks: NetworksWithParts) -> list[Optimiser]:
    """The optimiser that the trainer builds by itself, when it is given none."""
    if "optimizers" in trainer.call.keywords or arguments.call.open:
        return []
    call = arguments.call
    chosen = call.text(None, "optim", "adamw_torch")
    if chosen is None:
        return []
    settings = {
        "learning_rate": setting(call, None, "learning_rate", 5e-5),
        "weight_decay": setting(call, None, "weight_decay", 0.0),
        "epsilon": setting(call, None, "adam_epsilon", 1e-8),
    }
    network = networks.of(trainer.call.value(0, "model"))
    kind = chosen.partition("_")[0].lower()
    return [Optimiser(kind, call.place, call, None, "transformers", settings,
                      networks=[] if network is None else [network])]  # fmt: skip
