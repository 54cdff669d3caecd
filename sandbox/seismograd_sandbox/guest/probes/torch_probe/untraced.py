"""Moments in which a tensor operation of ours would become part of the user's program."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any


def may_look(torch: Any) -> bool:
    """Not while code is traced, transformed or captured: what we do would be recorded with it."""
    core = torch._C
    if core._is_tracing() or _count(core, "_len_torch_dispatch_stack"):
        return False
    functorch = getattr(core, "_functorch", None)
    peek = getattr(functorch, "peek_interpreter_stack", None)
    if peek is not None and peek() is not None:
        return False
    return not (torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing())


class _Depth(threading.local):
    """How many of our own calculations are under way in this thread, one inside of the other."""

    value = 0


_depth = _Depth()


def is_aside() -> bool:
    """Whether what goes on is ours: the script did not ask for it."""
    return _depth.value > 0


def _leave() -> None:
    _depth.value -= 1


def aside(torch: Any) -> ExitStack:
    """Outside of autograd and inference mode, and with plain tensors, whatever the user is in."""
    stack = ExitStack()
    stack.enter_context(torch.inference_mode(False))
    stack.enter_context(torch.no_grad())
    core = torch._C
    plain = getattr(core, "DisableTorchFunctionSubclass", core.DisableTorchFunction)
    stack.enter_context(plain())
    stack.callback(_leave)
    _depth.value += 1
    return stack


def can_be_read(torch: Any, tensor: Any) -> bool:
    """Whether a tensor is an ordinary one, with numbers in it."""
    return (
        isinstance(tensor, torch.Tensor)
        and type(tensor).__torch_dispatch__ is torch.Tensor.__torch_dispatch__
        and tensor.layout is torch.strided
        and not (tensor.is_meta or tensor.is_quantized or tensor.is_complex() or tensor.is_nested)
        and tensor.numel() > 0
        and tensor.data_ptr() != 0
    )


def _count(core: Any, name: str) -> int:
    counter = getattr(core, name, None)
    return int(counter()) if counter is not None else 0
