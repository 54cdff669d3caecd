"""Random arrays of NumPy, by the module's functions or by a generator."""

from __future__ import annotations

from seismograd.program.numpy.arrays import sizes
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Const, Tensor, Unknown, Value

_BY_SIZE: dict[str, tuple[str, int]] = {
    "random": ("rand", 0), "random_sample": ("rand", 0), "ranf": ("rand", 0), "sample": ("rand", 0),
    "standard_normal": ("randn", 0), "normal": ("normal", 2), "uniform": ("uniform", 2),
    "randint": ("randint", 2), "integers": ("randint", 2), "random_integers": ("randint", 2),
    "choice": ("choice", 1), "binomial": ("bernoulli", 2), "poisson": ("rand", 1),
    "exponential": ("rand", 1), "beta": ("rand", 2), "gamma": ("rand", 2),
    "multivariate_normal": ("randn", 2), "lognormal": ("rand", 2), "laplace": ("rand", 2),
}  # fmt: skip
"""Function -> operation and position of `size`."""
_INTEGERS = frozenset({"randint", "integers", "random_integers", "binomial", "poisson"})
_GENERATORS = ("numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator")


def register(library: Library) -> None:
    for name, (op, index) in _BY_SIZE.items():
        model = _sized(op, index)
        library.functions[f"numpy.random.{name}"] = model
        for generator in _GENERATORS:
            library.methods[f"{generator}.{name}"] = model
    for name in ("rand", "randn"):
        library.functions[f"numpy.random.{name}"] = _listed(name)
        library.methods[f"numpy.random.RandomState.{name}"] = _listed(name)
    library.functions["numpy.random.permutation"] = _permutation
    for generator in _GENERATORS:
        library.methods[f"{generator}.permutation"] = _permutation


def _sized(op: str, index: int) -> Model:
    def model(call: Call) -> Value:
        given = call.value(index, "size")
        if given is None or call.open:
            return Unknown(call.place, "random") if not call.open else _made(op, call)
        result = _made(op, call)
        result.shape = sizes(given)
        return result

    return model


def _made(op: str, call: Call) -> Tensor:
    result = operate(op, (), call, dtype="int64" if call.method in _INTEGERS else "float64")
    result.shape = None
    return result


def _listed(op: str) -> Model:
    """`rand(2, 3)` takes sizes one by one."""

    def model(call: Call) -> Value:
        return operate(op, (), call, dtype="float64")

    return model


def _permutation(call: Call) -> Value:
    given = call.value(0, "x")
    if isinstance(given, Tensor):
        result = operate("getitem", (given,), call)
        result.shape = given.shape
        return result
    size = given.value if isinstance(given, Const) and isinstance(given.value, int) else None
    return Tensor("randperm", (), (size,), call.place, call=call, dtype="int64")
