"""Networks of which nothing is known but what they are called, or what is asked of them."""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

from seismograd.program.tensors import operate
from seismograd.program.unknown_names import name_of
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Member, Object, Unknown, Value

_NETWORK_NAME = re.compile(
    r"model|net(work)?$|^net|critic|generator|discriminator|encoder|decoder|policy",
    re.IGNORECASE,
)
_MADE_BY_NETWORK = re.compile(
    r"batch|data|embed|feat|grad|hidden|in(put)?s?$|label|loss|logit|mask|out(put)?s?$|pred|score"
    r"|state|target|token",
    re.IGNORECASE,
)
"""What a network takes or gives is named after it, too."""
_LOSS_NAME = re.compile(r"criteri|loss", re.IGNORECASE)
_ASKED_OF_NETWORKS = ("eval", "named_parameters", "parameters", "train")
_MOVING = ("bfloat16", "cpu", "cuda", "double", "float", "half", "to")
_asked: WeakKeyDictionary[Interpreter, set[int]] = WeakKeyDictionary()


def register(library: Library) -> None:
    library.object_calls["?"] = _run
    for name in _ASKED_OF_NETWORKS:
        library.methods[f"*.{name}"] = _note
    for name in _MOVING:
        library.methods[f"?.{name}"] = _moved(library.methods.get(f"?.{name}"))


def is_like_network(run: Interpreter, value: Value | None) -> bool:
    """Whether an unknown value goes by the name of a network, or has its methods called."""
    if not isinstance(value, Unknown | Member | Object):
        return False
    name = name_of(value)
    asked = id(value) in _asked.get(run, ()) and not _LOSS_NAME.search(name)
    return asked or _is_named_network(name)


def _is_named_network(name: str) -> bool:
    return bool(_NETWORK_NAME.search(name)) and not _MADE_BY_NETWORK.search(name)


def _note(call: Call) -> Value | None:
    """Remember who has modes and parameters; setting the mode gives the network itself."""
    if call.receiver is None:
        return None
    _asked.setdefault(call.interpreter, set()).add(id(call.receiver))
    sets_mode = call.method in ("eval", "train") and call.path.startswith("?.")
    return call.receiver if sets_mode and is_like_network(call.interpreter, call.receiver) else None


def _moved(plain: Model | None) -> Model:
    """A network that is moved or cast stays the same network."""

    def model(call: Call) -> Value | None:
        if is_like_network(call.interpreter, call.receiver):
            return call.receiver
        return None if plain is None else plain(call)

    return model


def _run(call: Call) -> Value | None:
    """What a network gives is a tensor that depends on what it is given."""
    if not call.arguments or not is_like_network(call.interpreter, call.receiver):
        return None
    inputs = tuple(argument.value for argument in call.arguments)
    return operate("unknown", inputs, call, layer=call.receiver)
