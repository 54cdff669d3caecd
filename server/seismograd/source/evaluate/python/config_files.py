"""Configuration files that the code loads by a path that is known."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.python.config_text import Unparsable, parse
from seismograd.source.evaluate.python.paths import PATH
from seismograd.source.evaluate.values import ConfigConst, Const, Object, Unknown, Value
from seismograd_sandbox.untrusted_files import is_below, read_whole_file

MAX_BYTES = 1_000_000
_OPENED = "builtins.open"


def register(library: Library) -> None:
    for name in ("io.open", "codecs.open"):
        library.renames[name] = _OPENED
    library.methods[f"{_OPENED}.read"] = _read
    library.methods[f"{PATH}.read_text"] = _read_path
    library.methods[f"{PATH}.read_bytes"] = _read_path
    for name in ("full_load", "load", "safe_load", "unsafe_load"):
        library.functions[f"yaml.{name}"] = _loader("yaml", load_any)
    library.functions["json.loads"] = _loader("json", load_any)
    library.functions["json.load"] = _loader("json", load_any)
    for module in ("toml", "tomli", "tomllib"):
        library.functions[f"{module}.loads"] = _loader("toml", load_any)
        library.functions[f"{module}.load"] = _loader("toml", load_path)


def _loader(syntax: str, load: Callable[[Call, Value | None, str], Value | None]) -> Model:
    def model(call: Call) -> Value | None:
        source = call.positional[0].value if call.positional else None
        return load(call, source, syntax) or Unknown(call.place)

    return model


def load_any(call: Call, source: Value | None, syntax: str) -> Value | None:
    """The data in an open file or in text."""
    if isinstance(source, Const) and isinstance(source.value, str | bytes):
        return parse_text(call, source, syntax)
    return load_path(call, source, syntax)


def load_path(call: Call, source: Value | None, syntax: str) -> Value | None:
    """The data in a file, given as a path or opened."""
    found = _text_of(call, source)
    return None if found is None else parse_text(call, found, syntax)


def parse_text(call: Call, source: Const, syntax: str) -> Value:
    """The data that text spells; unknown where it cannot be read."""
    file = source.file if isinstance(source, ConfigConst) else ""
    text = source.value
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    try:
        return parse(str(text), syntax, call.place, file)
    except Unparsable:
        return Unknown(call.place)


def _read(call: Call) -> Value | None:
    return _text_of(call, call.receiver) or Unknown(call.place)


def _read_path(call: Call) -> Value | None:
    return _text_of(call, call.receiver) or Unknown(call.place)


def _text_of(call: Call, source: Value | None) -> ConfigConst | None:
    if isinstance(source, Object) and source.path == _OPENED:
        if (source.call.text(1, "mode", "r") or "").startswith(("w", "a", "x")):
            return None
        source = source.call.value(0, "file")
    if not isinstance(source, Const) or not isinstance(source.value, str | os.PathLike):
        return None
    found = _find(call, os.fspath(source.value))
    if found is None:
        return None
    path, raw = found
    call.interpreter.files[path] = raw
    return ConfigConst(raw.decode("utf-8-sig", "replace"), call.place, path, 1)


def _find(call: Call, path: str) -> tuple[str, bytes] | None:
    for candidate in _candidates(call, path):
        call.interpreter.workspace.looked_for(candidate)
        raw = _contents(candidate)
        if raw is not None:
            return candidate, raw
    return None


def _candidates(call: Call, path: str) -> Iterator[str]:
    """Where a path may lead; nothing outside the project is opened."""
    run = call.interpreter
    script = os.path.dirname(os.path.abspath(call.place.chunk.document.path))
    folders = [script, *[os.path.dirname(os.path.abspath(f)) for f in run.main_files]]
    folders += run.workspace.roots
    for folder in dict.fromkeys(folders):
        candidate = os.path.normpath(os.path.join(folder, path))
        if run.workspace.holds(candidate) or _lies_beside(candidate, script, run.workspace.roots):
            yield candidate


def _lies_beside(path: str, script: str, roots: Sequence[str]) -> bool:
    """Whether a script that belongs to no project has the file in its own folder."""
    if any(is_below(script, root) for root in roots):
        return False
    return is_below(os.path.realpath(path), os.path.realpath(script))


def _contents(path: str) -> bytes | None:
    try:
        return read_whole_file(path, MAX_BYTES)
    except (OSError, ValueError):
        return None
