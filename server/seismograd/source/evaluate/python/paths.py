"""File names: `os.path`, `pathlib`, and the environment."""

from __future__ import annotations

import os
from pathlib import PurePath

from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.python.folding import fold, folding
from seismograd.source.evaluate.values import Const, Object, Unknown, Value, is_none

PATH = "pathlib.Path"
_PARTS = frozenset({"name", "parent", "stem", "suffix"})


def register(library: Library) -> None:
    for name in ("basename", "dirname", "normpath", "splitext", "split"):
        library.functions[f"os.path.{name}"] = folding(getattr(os.path, name))
    library.functions.update(
        {
            "os.path.join": folding(os.path.join),
            "os.path.abspath": folding(os.path.normpath),
            "os.path.realpath": folding(os.path.normpath),
            "os.fspath": folding(os.fspath),
            "os.environ.get": _environment,
            "os.getenv": _environment,
            PATH: _path,
        }
    )
    library.renames["pathlib.PurePath"] = PATH
    library.renames["pathlib.PosixPath"] = PATH
    library.constants["os.sep"] = "/"
    library.attributes[PATH] = _part
    for name in ("absolute", "expanduser", "resolve"):
        library.methods[f"{PATH}.{name}"] = _same_path
    library.methods[f"{PATH}.joinpath"] = _join
    library.methods[f"{PATH}.with_name"] = _renamed
    library.methods[f"{PATH}.with_suffix"] = _renamed
    library.methods[f"{PATH}.as_posix"] = _spelled
    library.methods[f"{PATH}.open"] = _open


def _path(call: Call) -> Value | None:
    parts = [argument.value for argument in call.positional]
    known = [p.value for p in parts if isinstance(p, Const) and isinstance(p.value, str | PurePath)]
    if call.open or len(known) != len(parts):
        return None
    return fold(call, PurePath, parts)


def _part(base: Value, name: str, run: Interpreter) -> Value | None:
    if not isinstance(base, Const) or not isinstance(base.value, PurePath) or name not in _PARTS:
        return None
    return Const(getattr(base.value, name), base.place, base.soft)


def _same_path(call: Call) -> Value | None:
    return call.receiver if isinstance(call.receiver, Const) else None


def _join(call: Call) -> Value | None:
    if call.receiver is None:
        return None
    arguments = [Argument(call.receiver, call.place), *call.positional]
    return _path(Call(PATH, arguments, {}, call.place, call.interpreter, call.open))


def _renamed(call: Call) -> Value | None:
    path, given = call.receiver, call.value(0, "name")
    if not isinstance(path, Const) or not isinstance(path.value, PurePath) or given is None:
        return None
    return fold(call, getattr(PurePath, call.method), [path, given])


def _spelled(call: Call) -> Value | None:
    path = call.receiver
    return fold(call, str, [path]) if isinstance(path, Const) else None


def _open(call: Call) -> Value | None:
    if call.receiver is None:
        return None
    arguments = [Argument(call.receiver, call.place), *call.positional]
    opening = Call("builtins.open", arguments, call.keywords, call.place, call.interpreter)
    return Object("builtins.open", opening, call.place)


def _environment(call: Call) -> Value | None:
    default = call.value(1, "default")
    if default is None or is_none(default) or not isinstance(default, Const):
        return Unknown(call.place)
    return softened(default)
