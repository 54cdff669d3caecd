"""Lightning: its trainer runs the steps of a module, so a call of `fit` runs them here too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from seismograd.program.torch.names import MODULE
from seismograd.source.evaluate.calls import Argument, Call, Loop
from seismograd.source.evaluate.iteration import element_of
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Function,
    Instance,
    Mapping,
    Record,
    Sequence,
    Symbol,
    Unknown,
    Value,
)

TRAINER = "lightning.Trainer"
LIGHTNING_MODULE = "lightning.LightningModule"
TRAINING_STEP = "training_step"
EVALUATION_STEPS = frozenset({"predict_step", "test_step", "validation_step"})
_CONFIGURED = "_configured"
STEPS = EVALUATION_STEPS | {TRAINING_STEP}


def register(library: Library) -> None:
    library.methods[f"{TRAINER}.fit"] = _fit
    library.methods[f"{TRAINER}.validate"] = _evaluate("validation_step", "val_dataloader")
    library.methods[f"{TRAINER}.test"] = _evaluate("test_step", "test_dataloader")
    library.methods[f"{MODULE}.optimizers"] = _optimisers
    library.methods[f"{MODULE}.save_hyperparameters"] = _save_hyperparameters
    library.methods["lightning.LightningDataModule.save_hyperparameters"] = _save_hyperparameters


def is_lightning(value: Value | None) -> bool:
    return isinstance(value, Instance) and LIGHTNING_MODULE in value.cls.library_bases


def _fit(call: Call) -> Value | None:
    """Set up the data, build the optimisers, run one step of training and one of validation."""
    module = call.value(0, "model")
    if not isinstance(module, Instance):
        return None
    data = call.value(3, "datamodule")
    _run_hook(call, data, "setup", Const("fit", call.place))
    _configured(call, module)
    train = call.value(1, "train_dataloaders") or call.value(1, "train_dataloader")
    valid = call.value(2, "val_dataloaders")
    _run_step(call, module, TRAINING_STEP, train or _own(call, data, module, "train_dataloader"))
    with _no_grad(call):
        loader = valid or _own(call, data, module, "val_dataloader")
        _run_step(call, module, "validation_step", loader)
    return Const(None, call.place)


def _configured(call: Call, module: Instance) -> Value | None:
    """What `configure_optimizers` gives; it is run once."""
    known = module.attributes.get(_CONFIGURED)
    if known is None:
        found = _run_hook(call, module, "configure_optimizers")
        known = module.attributes[_CONFIGURED] = found or Unknown(call.place, "optimizers")
    return known


def _optimisers(call: Call) -> Value | None:
    """`self.optimizers()`: one optimiser, or several."""
    if not is_lightning(call.receiver) or not isinstance(call.receiver, Instance):
        return None
    found = _configured(call, call.receiver)
    if isinstance(found, Mapping):
        return found.items.get("optimizer")
    if isinstance(found, Sequence) and found.items and isinstance(found.items[0], Sequence):
        # Optimisers in one list, schedulers in another.
        found = found.items[0]
    single = isinstance(found, Sequence) and len(found.items) == 1
    return found.items[0] if single and isinstance(found, Sequence) else found


def _own(call: Call, data: Value | None, module: Value, name: str) -> Value | None:
    return _run_hook(call, data, name) or _run_hook(call, module, name)


def _evaluate(step: str, loader_name: str) -> Model:
    def model(call: Call) -> Value | None:
        module = call.value(0, "model")
        if isinstance(module, Instance):
            data = call.value(None, "datamodule")
            given = call.value(1, "dataloaders")
            with _no_grad(call):
                _run_step(call, module, step, given or _own(call, data, module, loader_name))
        return None

    return model


def _run_hook(call: Call, owner: Value | None, name: str, *arguments: Value) -> Value | None:
    method = owner.cls.lookup(name) if isinstance(owner, Instance) else None
    if not isinstance(method, Function):
        return None
    given = [Argument(value, call.place) for value in arguments]
    step = Call("", given, {}, call.place, call.interpreter)
    return call.interpreter.invocation.call_function(method, owner, step)


def _run_step(call: Call, module: Instance, name: str, loader: Value | None) -> None:
    method = module.cls.lookup(name)
    if not isinstance(method, Function) or method.place is None:
        return
    run = call.interpreter
    batch = element_of(run, loader, call.place) if loader is not None else Unknown(call.place)
    loop = Loop(method.place, loader, run.loop, method)
    kept, run.loop = run.loop, loop
    if not run.is_muted:
        run.loops.append(loop)
    try:
        _run_hook(call, module, name, batch, Unknown(call.place, "batch_idx"))
    finally:
        run.loop = kept


@contextmanager
def _no_grad(call: Call) -> Iterator[None]:
    run = call.interpreter
    kept = run.contexts
    run.contexts = (*kept, Symbol("torch.no_grad", call.place))
    try:
        yield
    finally:
        run.contexts = kept


def _save_hyperparameters(call: Call) -> Value | None:
    """`self.hparams` holds what the constructor was given."""
    owner = call.receiver
    if isinstance(owner, Instance):
        found = Record(_constructor_values(owner), call.place)
        call.interpreter.store.set(owner.attributes, "hparams", found)
    return Const(None, call.place)


def _constructor_values(owner: Instance) -> dict[object, Value]:
    initialiser = owner.cls.lookup("__init__")
    given = owner.call
    if not isinstance(initialiser, Function) or given is None:
        return {}
    arguments = initialiser.node.args
    names = [item.arg for item in [*arguments.posonlyargs, *arguments.args]][1:]
    found: dict[object, Value] = {}
    defaults = initialiser.defaults
    for index, name in enumerate(names):
        value = given.value(index, name)
        at = index - (len(names) - len(defaults))
        if value is None and at >= 0:
            value = defaults[at]
        found[name] = value or Unknown(given.place, name)
    for item, default in zip(arguments.kwonlyargs, initialiser.keyword_defaults, strict=False):
        found[item.arg] = given.value(None, item.arg) or default or Unknown(given.place, item.arg)
    return found
