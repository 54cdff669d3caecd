"""What Keras layers forget to tell, to keep, or to pass on."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
_NOT_SETTINGS = {"self", "name", "dtype", "trainable"}


def complete_config(suspect: SuspectStatement) -> Iterator[Patch]:
    """`get_config` with every argument of the constructor that the layer keeps."""
    statement = suspect.statement
    if not isinstance(statement, ast.Return) or statement.value is None:
        return
    if suspect.function is None or suspect.function.name != "get_config":
        return
    told = ast.unparse(suspect.function)
    missing = [name for name in _kept(suspect.constructor) if f"'{name}'" not in told]
    if missing:
        pairs = ", ".join(f"{name!r}: self.{name}" for name in missing)
        text = f"return {{**({ast.unparse(statement.value)}), {pairs}}}"
        yield replaced(suspect, f"with {', '.join(missing)}", *ast.parse(text).body)


def _kept(constructor: AnyFunction | None) -> Iterator[str]:
    """Arguments that the constructor puts on the object under their own names."""
    if constructor is None:
        return
    given = {one.arg for one in (*constructor.args.args, *constructor.args.kwonlyargs)}
    for name, _ in _own_attributes(constructor):
        if name in given - _NOT_SETTINGS:
            yield name


def _own_attributes(function: AnyFunction | None) -> Iterator[tuple[str, str]]:
    """What a function puts on `self`, and the source of its value."""
    nodes = ast.walk(function) if function else ()
    for node in (one for one in nodes if isinstance(one, ast.Assign)):
        for target in node.targets:
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                yield target.attr, ast.unparse(node.value)


def cleared_weights(suspect: SuspectStatement) -> Iterator[Patch]:
    """`reset_state` that forgets one of the sums."""
    function = suspect.function
    if function is None or function.name not in ("reset_state", "reset_states"):
        return
    if suspect.statement is function.body[-1]:
        for name, made in _own_attributes(suspect.constructor):
            if "add_weight" in made or "Variable(" in made:
                text = f"self.{name}.assign(0 * self.{name})"
                yield inserted(suspect, f"with {name} cleared", text, after=True)


def tensor_as_weight(suspect: SuspectStatement) -> Iterator[Patch]:
    """A tensor that a layer holds is no weight of it; a variable is."""
    statement = suspect.statement
    name = suspect.function.name if suspect.function else ""
    if name not in ("__init__", "build") or not isinstance(statement, ast.Assign):
        return
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Attribute) or not isinstance(value, ast.Call):
        return
    called = ast.unparse(value.func).rpartition(".")[2]
    if called[:1].islower() and called != "add_weight":
        made = ast.parse(f"__import__('keras').Variable({ast.unparse(value)})", mode="eval").body
        changed = copy.deepcopy(statement)
        changed.value = made
        yield replaced(suspect, "as a weight", changed)


def supports_masking(suspect: SuspectStatement) -> Iterator[Patch]:
    """A layer that lets masks through, where it swallows them."""
    if suspect.function is None or suspect.function is not suspect.constructor:
        return
    if suspect.statement is suspect.function.body[-1]:
        yield inserted(suspect, "lets masks through", "self.supports_masking = True", after=True)


def takes_keywords(suspect: SuspectStatement) -> Iterator[Patch]:
    """A constructor that takes what Keras tells every layer, such as its name, and passes it on."""
    function = suspect.statement
    if not isinstance(function, ast.FunctionDef) or function is not suspect.constructor:
        return
    is_keras = suspect.owner is not None and any(_is_of_keras(b) for b in suspect.owner.bases)
    if not is_keras or function.args.kwarg is not None:
        return
    changed = copy.deepcopy(function)
    changed.args.kwarg = ast.arg("kwargs")
    for node in ast.walk(changed):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__":
            node.keywords.append(ast.keyword(None, ast.Name("kwargs", ast.Load())))
            yield replaced(suspect, "with the keywords of every layer", changed)
            return


def _is_of_keras(base: ast.expr) -> bool:
    words = re.split(r"[._]", ast.unparse(base))
    return bool({"keras", "layers", "Layer", "Metric", "Loss", "Model", "metrics"} & set(words))
