"""Constructors of numbers, text and truth values."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.operators import truthiness
from seismograd.source.evaluate.python.folding import folding
from seismograd.source.evaluate.values import Const, Extent, Value


def register(library: Library) -> None:
    library.functions.update(
        {
            "builtins.int": _integer,
            "builtins.float": folding(float),
            "builtins.complex": folding(complex),
            "builtins.str": _text,
            "builtins.bool": _truth,
            "builtins.ord": folding(ord),
            "builtins.chr": folding(chr),
            "ast.literal_eval": _literal,
        }
    )


_fold_integer = folding(int)
_fold_text = folding(str)


def _integer(call: Call) -> Value | None:
    only = call.value(0, "x")
    return only if isinstance(only, Extent) else _fold_integer(call)


def _text(call: Call) -> Value | None:
    only = call.value(0, "object")
    if not isinstance(only, Const) or len(call.positional) != 1:
        return None
    return _fold_text(call)


def _truth(call: Call) -> Value | None:
    only = call.value(0, "x")
    truth = None if only is None else truthiness(only)
    soft = isinstance(only, Const) and only.soft
    return None if truth is None else Const(truth, call.place, soft)


def _literal(call: Call) -> Value | None:
    import ast

    return folding(ast.literal_eval)(call)
