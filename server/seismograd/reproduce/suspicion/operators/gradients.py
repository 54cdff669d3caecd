"""Whatever keeps a gradient from where it should go."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_OFF = re.compile(r"no_grad|inference_mode")
_CUTS = {"detach", "item", "numpy", "tolist", "detach_", "long", "int", "tensor"}
_VALUES = {"item", "tolist", "detach", "numpy", "cpu", "clone"}
_CUTTING = ("stop_gradient", "convert_to_numpy", "tensor", "as_tensor")
_OF_NUMBERS = re.compile(r"(?:math|np|numpy)\.(exp|expm1|log|log1p|sqrt|tanh|sin|cos|abs)")


def with_gradients(suspect: SuspectStatement) -> Iterator[Patch]:
    """Without `no_grad` around a block or a function."""
    statement = suspect.statement
    if isinstance(statement, ast.With) and _OFF.search(ast.unparse(statement.items[0])):
        yield replaced(suspect, "with gradients", ast.If(ast.Constant(True), statement.body, []))
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        for decorator in statement.decorator_list:
            if _OFF.search(ast.unparse(decorator)):
                last = decorator.end_lineno or decorator.lineno
                yield Patch(suspect.file, decorator.lineno, last, "", "with gradients")


@by_expression
def without_cut(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, ast.Attribute) and node.attr == "data":
        yield node.value, "without .data"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _CUTS and not node.args:
            yield node.func.value, f"without {node.func.attr}()"
        elif node.func.attr in _CUTTING and node.args:
            yield with_its_graph(node.args[0]), f"without {node.func.attr}()"


@by_expression
def of_tensors(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`math.exp(x)` and `float(x)` make a number of a tensor; `x.exp()` and `x` do not."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return
    given, name = with_its_graph(node.args[0]), ast.unparse(node.func)
    if isinstance(given, ast.Constant):
        return
    if name == "float":
        yield given, "without float()"
    elif found := _OF_NUMBERS.fullmatch(name):
        yield ast.Call(ast.Attribute(given, found[1], ast.Load()), [], []), f"not by {name}()"


def with_its_graph(node: ast.expr) -> ast.expr:
    """A tensor without what makes mere values of it: `x.detach().cpu().tolist()` is `x`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in _VALUES:
            break
        node = node.func.value
    return node.value if isinstance(node, ast.Attribute) and node.attr == "data" else node


@by_expression
def without_hard_choice(
    node: ast.expr, _suspect: SuspectStatement
) -> Iterator[tuple[ast.expr, str]]:
    """`round`, `sign`, `argmax` and comparisons have no gradient."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("round", "sign", "floor", "ceil", "clamp", "bool", "int", "long")
    ):
        is_function = ast.unparse(node.func.value) in ("torch", "F")
        inner = node.args[0] if is_function and node.args else node.func.value
        yield inner, f"without {node.func.attr}()"


_HARD = {"round", "sign", "floor", "ceil", "argmax", "one_hot", "heaviside", "quantize", "topk"}


def passed_straight_through(suspect: SuspectStatement) -> Iterator[Patch]:
    """What was chosen or rounded, with the gradient of what it was chosen for."""
    statement = suspect.statement
    if isinstance(statement, ast.Return) and statement.value is not None:
        value = statement.value
        first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
        for given in suspect.parameters if isinstance(first, ast.Name) else ():
            yield from _straight(suspect, first, given)
    elif isinstance(statement, ast.Assign) and _is_hard(statement.value):
        read = {n.id for n in ast.walk(statement.value) if isinstance(n, ast.Name)}
        for given in sorted(read - {"torch", "F", "ops", "nn", "self"}):
            yield from _straight(suspect, statement.value, given)


def _straight(suspect: SuspectStatement, chosen: ast.expr, given: str) -> Iterator[Patch]:
    text = ast.unparse(chosen)
    if given == text:
        return
    through = ast.parse(f"{given} + ({text} - {given}).detach()", mode="eval").body
    changed = copy.deepcopy(suspect.statement)
    if isinstance(changed, ast.Return) and isinstance(changed.value, ast.Tuple):
        changed.value.elts[0] = through
    elif isinstance(changed, ast.Return | ast.Assign):
        changed.value = through
    yield replaced(suspect, f"straight through to {given}", changed)


def _is_hard(value: ast.expr) -> bool:
    calls = (n for n in ast.walk(value) if isinstance(n, ast.Call))
    names = {ast.unparse(one.func).rpartition(".")[2] for one in calls}
    return bool(names & _HARD) or any(isinstance(n, ast.Compare) for n in ast.walk(value))


@by_expression
def all_parameters(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`model.head.parameters()` where those of the whole model may be meant."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr not in ("parameters", "named_parameters"):
        return
    owner = node.func.value
    if isinstance(owner, ast.Attribute):
        whole = ast.Attribute(owner.value, node.func.attr, ast.Load())
        yield ast.Call(whole, [], []), "with all parameters"


def frozen(suspect: SuspectStatement) -> Iterator[Patch]:
    """A flag that is set on the module where it is meant for its parameters, or not at all."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target = statement.targets[0]
    if isinstance(target, ast.Attribute) and target.attr in ("requires_grad", "required_grad"):
        owner = ast.unparse(target.value)
        value = ast.unparse(statement.value)
        text = f"for _p in {owner}.parameters():\n    _p.requires_grad = {value}"
        yield replaced(suspect, "for every parameter", *ast.parse(text).body)
        plain = f"{owner}.requires_grad = {value}"
        yield replaced(suspect, "by its right name", *ast.parse(plain).body)
        yield replaced(suspect, "without freezing", ast.Pass())
    if isinstance(target, ast.Attribute) and target.attr == "trainable":
        other = ast.parse(f"{ast.unparse(target)} = not ({ast.unparse(statement.value)})").body
        yield replaced(suspect, "trainable the other way", *other)


@by_expression
def rewrapped(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """`nn.Parameter(x)` of what has a gradient already is a new leaf."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("Parameter", "Variable"):
            yield node.args[0], "without a new leaf"


def detached(suspect: SuspectStatement) -> Iterator[Patch]:
    """What must get no gradient, cut off from it."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return
    if isinstance(statement.value, ast.Call):
        text = f"{ast.unparse(statement.targets[0])} = ({ast.unparse(statement.value)}).detach()"
        yield replaced(suspect, "detached", *ast.parse(text).body)
