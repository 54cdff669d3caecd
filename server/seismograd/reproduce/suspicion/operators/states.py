"""State that is not saved, not read back, or read back as something else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_NO_STATE = re.compile(
    r"path|file|folder|dir|epoch|step|args|cfg|config|options|settings|device|name|seed|size|lr$"
)
"""Names of what has no state of its own."""
_STATEFUL = re.compile(r"model|net|optim|^opt$|sched|ema|scaler|shadow|critic|actor")
_FIRST = re.compile(r"(?:self\.)?\w*(?:start|first|begin|resume|initial|last|current)\w*")
_PREFIXES = ("module.", "_orig_mod.", "model.", "net.")


@by_expression
def other_key(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Another of the texts that the same class or function uses as keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        keys = _keys(suspect.owner or suspect.function)
        for key in keys if node.value in keys else ():
            if key != node.value:
                yield ast.Constant(key), f"with {key!r} for {node.value!r}"


@by_expression
def of_another(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """The state of another object that is at hand."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr not in ("state_dict", "load_state_dict", "parameters", "copy_"):
        return
    now = ast.unparse(node.func.value)
    for name in _objects(suspect):
        if name != now:
            owner = ast.parse(name, mode="eval").body
            method = ast.Attribute(owner, node.func.attr, ast.Load())
            yield ast.Call(method, node.args, node.keywords), f"of {name} for {now}"


@by_expression
def copied(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A state is a view of what goes on changing; a copy stays as it is."""
    text = ast.unparse(node)
    is_state = isinstance(node, ast.Call) and text.endswith(".state_dict()")
    statement = suspect.statement
    is_kept = isinstance(statement, ast.Assign) and node is statement.value
    if is_state or (is_kept and isinstance(node, ast.Name | ast.Attribute)):
        yield ast.parse(f"__import__('copy').deepcopy({text})", mode="eval").body, "as a copy"


def applied(suspect: SuspectStatement) -> Iterator[Patch]:
    """A state that is read and never given to what it belongs to."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target, text = ast.unparse(statement.targets[0]), ast.unparse(statement.value)
    if ".load(" not in text and "state" not in text.lower():
        return
    keys = _keys(suspect.owner or suspect.function)
    for name in _holders(suspect):
        plain = name.rpartition(".")[2]
        alike = [key for key in keys if key in plain or plain in key]
        for state in (*(f"{target}[{key!r}]" for key in alike or keys[:3]), target):
            line = f"{name}.load_state_dict({state})"
            yield inserted(suspect, f"with {name}.load_state_dict()", line, after=True)


def _holders(suspect: SuspectStatement) -> list[str]:
    """What may have a state: of the function's parameters, its class and its own objects."""
    made = [
        ast.unparse(node.targets[0])
        for node in ast.walk(suspect.function or ast.Module([], []))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        and isinstance(node.targets[0], ast.Name) and _STATEFUL.search(node.targets[0].id)
    ]  # fmt: skip
    return list(dict.fromkeys([*_objects(suspect), *made]))[:6]


@by_expression
def other_path(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """A path as it was given, and not below a folder."""
    text = ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        text = f"__import__('pathlib').Path({ast.unparse(node.right)})"
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("path.join") and node.args:
        text = ast.unparse(node.args[-1])
    if text:
        yield ast.parse(text, mode="eval").body, "with the path as it is given"


def begun_later(suspect: SuspectStatement) -> Iterator[Patch]:
    """A loop that counts on from what was read back."""
    loop = suspect.statement
    if not isinstance(loop, ast.For) or suspect.function is None:
        return
    counted = loop.iter
    if not (isinstance(counted, ast.Call) and ast.unparse(counted.func) == "range"):
        return
    own = ast.unparse(loop.target)
    for first in _first_numbers(suspect.function, suspect.owner):
        if first == own:
            continue
        start = ast.parse(first, mode="eval").body
        longer = ast.Call(counted.func, [start, counted.args[-1]], [])
        changed = ast.For(loop.target, longer, loop.body, loop.orelse)
        yield replaced(suspect, f"from {first} on", changed)


def _first_numbers(function: ast.AST, owner: ast.AST | None) -> list[str]:
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name | ast.Attribute)]
    found = [ast.unparse(name) for name in names]
    found = [text for text in found if _FIRST.fullmatch(text)]
    own = [n.attr for n in ast.walk(owner) if isinstance(n, ast.Attribute)] if owner else []
    found += [f"self.{name}" for name in own if re.fullmatch(r"\w*(?:epoch|step)", name)]
    return list(dict.fromkeys(found))[:4]


def taken_back(suspect: SuspectStatement) -> Iterator[Patch]:
    """What the class saves under a name, given back to the attribute of that name."""
    statement = suspect.statement
    if suspect.owner is None or not isinstance(statement, ast.Assign):
        return
    if "load(" not in ast.unparse(statement.value) or len(statement.targets) != 1:
        return
    state = ast.unparse(statement.targets[0])
    own = {n.attr for n in ast.walk(suspect.owner) if isinstance(n, ast.Attribute)}
    read = set(_keys(suspect.function))
    for key in _keys(suspect.owner):
        for name in sorted(one for one in own if key in one and key not in read):
            line = f"self.{name} = {state}[{key!r}]"
            yield inserted(suspect, f"with {name} from the checkpoint", line, after=True)


@by_expression
def without_prefix(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """Keys of a state as the network itself calls them."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr != "load_state_dict" or not node.args:
        return
    for prefix in _PREFIXES:
        state = ast.unparse(node.args[0])
        text = f"{{k.removeprefix({prefix!r}): v for k, v in ({state}).items()}}"
        renamed = ast.parse(text, mode="eval").body
        yield ast.Call(node.func, [renamed], []), f"without {prefix!r} before each key"


def _keys(scope: ast.AST | None) -> list[str]:
    """In subscripts, dicts and calls of `get`, `pop` and `setdefault`."""
    found: list[str] = []
    for node in ast.walk(scope) if scope else ():
        if isinstance(node, ast.Dict):
            found += [text for key in node.keys if (text := _text(key)) is not None]
        elif isinstance(node, ast.Subscript):
            found += [text] if (text := _text(node.slice)) is not None else []
        elif isinstance(node, ast.Call) and node.args and _is_lookup(node.func):
            found += [text] if (text := _text(node.args[0])) is not None else []
    return list(dict.fromkeys(found))[:6]


def _is_lookup(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in ("get", "pop", "setdefault")


def _text(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text and isinstance(node, ast.Constant) else None


def _objects(suspect: SuspectStatement) -> list[str]:
    function = suspect.function
    if function is None:
        return []
    own = [
        f"self.{n.attr}"
        for n in ast.walk(suspect.owner or function)
        if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "self"
        and any(word in n.attr for word in ("model", "net", "optim", "sched", "ema", "shadow"))
    ]  # fmt: skip
    given = [name for name in suspect.parameters if not _NO_STATE.search(name)]
    return list(dict.fromkeys([*given, *own]))[:5]
