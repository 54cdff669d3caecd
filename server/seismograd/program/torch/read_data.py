"""Data loaders of a PyTorch program."""

from __future__ import annotations

from seismograd.program.loops import unwrapped
from seismograd.program.model import Loader, Program
from seismograd.program.settings import setting
from seismograd.program.torch import datasets
from seismograd.program.torch.datasets import LOADER, split_role
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Object

_PARAMETERS = (
    ("dataset", None), ("batch_size", 1), ("shuffle", False), ("sampler", None),
    ("batch_sampler", None), ("num_workers", 0), ("collate_fn", None), ("pin_memory", False),
    ("drop_last", False),
)  # fmt: skip


def read_loaders(run: Interpreter, program: Program) -> None:
    for call in run.calls:
        result = call.result
        if call.path == LOADER and isinstance(result, Object) and result.call is call:
            program.loaders.append(_loader(call, result))


def _loader(call: Call, value: Object) -> Loader:
    settings = {
        name: setting(call, index, name, default)
        for index, (name, default) in enumerate(_PARAMETERS)
        if index
    }
    dataset = call.value(0, "dataset")
    return Loader(call.place, call, value, dataset, settings, split_role(dataset))


def assign_roles(program: Program) -> None:
    """Where the data set does not say which split it is, the way it is used does."""
    trained = {id(loop.loader) for loop in program.loops if loop.loader is not None}
    measured = {id(unwrapped(found.loop.iterable)) for found in program.evaluations
                if found.loop is not None}  # fmt: skip
    for loader in program.loaders:
        if loader.role is not None:
            continue
        if id(loader) in trained:
            loader.role = "train"
        elif id(loader.value) in measured:
            loader.role = "test"


def transforms_of(loader: Loader) -> list[Object] | None:
    """The steps that prepare the examples of a loader, in order; None where not known."""
    return datasets.transforms_of(loader.dataset)
