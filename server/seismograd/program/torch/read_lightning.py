"""Lightning modules as training loops, and the trainers that fit them."""

from __future__ import annotations

from seismograd.program.model import Fit, Program, TrainingLoop
from seismograd.program.settings import Setting, setting
from seismograd.program.torch.lightning import TRAINER, TRAINING_STEP, is_lightning
from seismograd.program.torch.read_loops import called_networks, loader_of, losses_of
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.program.torch.steps import steps_in
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Function, Instance, Object, constant

_SETTINGS = {
    "epochs": ("max_epochs", 1000), "max_steps": ("max_steps", -1),
    "gradient_clip": ("gradient_clip_val", None), "precision": ("precision", None),
    "accumulation": ("accumulate_grad_batches", 1), "callbacks": ("callbacks", None),
    "overfit_batches": ("overfit_batches", 0.0), "deterministic": ("deterministic", None),
    "fast_dev_run": ("fast_dev_run", False), "limit_train_batches": ("limit_train_batches", 1.0),
    "check_val_every_n_epoch": ("check_val_every_n_epoch", 1),
}  # fmt: skip
"""Neutral name -> name and default of a parameter of the trainer."""


def read_lightning(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    fits = [_fit(call, networks) for call in run.calls if call.path == f"{TRAINER}.fit"]
    program.fits.extend(fits)
    covered = {id(loop.loop) for loop in program.loops if loop.loop is not None}
    for module in run.instances:
        if not is_lightning(module):
            continue
        step = module.cls.lookup(TRAINING_STEP)
        if isinstance(step, Function):
            loop = _loop(run, program, networks, module, step)
            if loop is not None and id(loop.loop) not in covered:
                fit = next((fit for fit in fits if fit.network is networks.of(module)), None)
                loop.epochs = fit.settings["epochs"] if fit is not None else None
                program.loops.append(loop)
            else:
                _rename(program, step)


def _rename(program: Program, step: Function) -> None:
    """A step that calls `backward` itself was found as a loop of its own."""
    for loop in program.loops:
        if loop.function is not None and loop.function.node is step.node:
            loop.framework = "lightning"


def _loop(
    run: Interpreter,
    program: Program,
    networks: NetworksWithParts,
    module: Instance,
    step: Function,
) -> TrainingLoop | None:
    place = step.place
    inside, loop = _calls_of(run, step)
    if place is None or not inside or _is_manual(module):
        return None
    network = networks.of(module)
    called = called_networks(networks, inside)
    return TrainingLoop(
        place, "lightning", loop, list(steps_in(run, inside)), [], step,
        [network] if network is not None and network not in called else called,
        [o for o in program.optimisers if _is_configured_by(o.call, module)],
        losses_of(program, inside), loader=loader_of(program, loop),
    )  # fmt: skip


def _calls_of(run: Interpreter, step: Function) -> tuple[list[Call], Loop | None]:
    """The calls of one run of the step, with those of what it calls."""
    own = [call for call in run.calls if call.function is not None
           and call.function.node is step.node]  # fmt: skip
    if not own:
        return [], None
    loop = own[0].loop
    last = max(call.index for call in own if call.loop is loop)
    inside = [call for call in run.calls if call.loop is loop
              and own[0].index <= call.index <= last]  # fmt: skip
    return inside, loop


def _is_manual(module: Instance) -> bool:
    return constant(module.attributes.get("automatic_optimization")) is False


def _is_configured_by(call: Call | None, module: Instance) -> bool:
    function = None if call is None else call.function
    if function is None or function.name != "configure_optimizers":
        return False
    return function.owner is not None and function.owner in module.cls.lineage()


def _fit(call: Call, networks: NetworksWithParts) -> Fit:
    trainer = call.receiver
    options = trainer.call if isinstance(trainer, Object) else call
    settings: dict[str, Setting] = {
        neutral: setting(options, None, name, default)
        for neutral, (name, default) in _SETTINGS.items()
    }
    for name in ("val_dataloaders", "datamodule"):
        if name in call.keywords:
            settings["validation_data"] = setting(call, None, name)
    if len(call.positional) > 2:
        settings["validation_data"] = setting(call, 2, "val_dataloaders")
    network = networks.of(call.value(0, "model"))
    data = call.value(1, "train_dataloaders")
    return Fit(call.place, call, "lightning", network, None, data, None, settings)
