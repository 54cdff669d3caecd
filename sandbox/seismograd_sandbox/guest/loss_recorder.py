"""The one function that a script may put in the place of another: it notes losses as they pass.

It is known by its text to the rules for scripts, and by its code to the guard of a run.
"""

from __future__ import annotations

from types import CodeType, FunctionType

REPLACED = "torch.Tensor.backward"
LOSSES = """\
losses = []
backward = torch.Tensor.backward


def note_loss(loss, *arguments, **options):
    losses.append(loss.item())
    return backward(loss, *arguments, **options)


torch.Tensor.backward = note_loss
"""
"""Records every loss that a backward pass starts from."""


def is_recorder(function: FunctionType) -> bool:
    code = function.__code__
    compiled = compile(LOSSES, code.co_filename, "exec").co_consts
    return any(_does(code) == _does(one) for one in compiled if isinstance(one, CodeType))


def _does(code: CodeType) -> tuple[object, ...]:
    return code.co_code, code.co_consts, code.co_names, code.co_varnames, code.co_freevars
