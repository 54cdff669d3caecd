"""Data loaders of a PyTorch program."""

from __future__ import annotations

from seismograd.program.model import Loader, Program
from seismograd.program.settings import setting
from seismograd.program.torch.data import LOADER, underlying
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Object, Value, constant, text

_PARAMETERS = (
    ("dataset", None), ("batch_size", 1), ("shuffle", False), ("sampler", None),
    ("batch_sampler", None), ("num_workers", 0), ("collate_fn", None), ("pin_memory", False),
    ("drop_last", False),
)  # fmt: skip
_TRAIN_WORDS = ("train",)
_TEST_WORDS = ("test", "val", "valid", "validation", "dev")


def read_loaders(run: Interpreter, program: Program) -> None:
    for call in run.calls:
        result = call.result
        if call.path == LOADER and isinstance(result, Object):
            program.loaders.append(_loader(call, result))


def _loader(call: Call, value: Object) -> Loader:
    settings = {
        name: setting(call, index, name, default)
        for index, (name, default) in enumerate(_PARAMETERS)
        if index
    }
    dataset = call.value(0, "dataset")
    return Loader(call.place, call, value, dataset, settings, split_role(dataset))


def split_role(dataset: Value | None) -> str | None:
    """train or test, where the data set says which of its splits it is."""
    source = underlying(dataset)
    if not isinstance(source, Object):
        return None
    flag = constant(source.call.value(None, "train"))
    if isinstance(flag, bool):
        return "train" if flag else "test"
    split = text(source.call.value(None, "split"))
    if split in _TRAIN_WORDS:
        return "train"
    return "test" if split in _TEST_WORDS else None
