"""Evaluation of expressions, one function for each kind."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from seismograd.source.evaluate import operators
from seismograd.source.evaluate.attributes import get_attribute
from seismograd.source.evaluate.bounded import MAX_TEXT, TooLarge, compute, fits
from seismograd.source.evaluate.branching import Signal, join
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.iteration import ITEMS_PER_STEP, element_of, items_of
from seismograd.source.evaluate.literals import softened
from seismograd.source.evaluate.subscripts import subscript
from seismograd.source.evaluate.targets import bind_target
from seismograd.source.evaluate.values import (
    Choice,
    Const,
    Function,
    Mapping,
    Member,
    Place,
    Sequence,
    Stream,
    Symbol,
    Tensor,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter

MAX_COMPREHENSION = 256
_OVERLOADED = frozenset({Choice, Tensor})
_OVERLOADED_MEMBERS = frozenset({"data", "grad"})
"""Attributes of tensors that are tensors; most other members are plain objects."""
LOGGED_ATTRIBUTES = frozenset({"data"})
"""Attributes of tensors whose use is a fact of its own."""
Action = Callable[["Interpreter", Any, Frame], Value]


def _constant(run: Interpreter, node: ast.Constant, frame: Frame) -> Value:
    value = node.value
    if value is Ellipsis:
        return Symbol("builtins.Ellipsis", Place(frame.chunk, node))
    if type(value) is int and not fits(value):
        return Unknown(Place(frame.chunk, node))
    return Const(value, Place(frame.chunk, node))


def _name(run: Interpreter, node: ast.Name, frame: Frame) -> Value:
    found = run.lookup(node.id, frame)
    if found is not None:
        return found
    if node.id == "__name__":
        return Const(frame.module.name)
    if node.id == "__file__":
        return Const(frame.module.file)
    if node.id in BUILTIN_NAMES:
        return Symbol("builtins." + node.id)
    unknown = Unknown(Place(frame.chunk, node), node.id)
    # The same unknown name must stay the same thing at its next use.
    frame.module.frame.locals.setdefault(node.id, unknown)
    return unknown


def _attribute(run: Interpreter, node: ast.Attribute, frame: Frame) -> Value:
    base = run.evaluate(node.value, frame)
    place = Place(frame.chunk, node)
    value = get_attribute(run, base, node.attr, place)
    if node.attr in LOGGED_ATTRIBUTES and isinstance(base, Tensor):
        call = Call("operator.getattr", [Argument(base, place)], {}, place, run)
        call.receiver, call.result = base, value
        run.record(call)
    return value


def _call(run: Interpreter, node: ast.Call, frame: Frame) -> Value:
    function = run.evaluate(node.func, frame)
    chunk = frame.chunk
    if ast.Starred in map(type, node.args):
        positional, certain, open_ = _spread(run, node, frame)
    else:
        positional = [Argument(run.evaluate(e, frame), Place(chunk, e)) for e in node.args]
        certain, open_ = len(positional), False
    keywords, unclear = _keywords(run, node, frame) if node.keywords else ({}, False)
    call = Call("", positional, keywords, Place(chunk, node), run, open_ or unclear)
    call.certain = certain
    return run.invocation.call(function, call, frame)


def _spread(run: Interpreter, node: ast.Call, frame: Frame) -> tuple[list[Argument], int, bool]:
    """Positional arguments, how many of them have a certain index, and whether more may come."""
    positional: list[Argument] = []
    certain: int | None = None
    for expression in node.args:
        place = Place(frame.chunk, expression)
        value = run.evaluate(expression, frame)
        spread: list[Value] | None = [value]
        if isinstance(expression, ast.Starred):
            spread = items_of(run, value)
            if spread is None and certain is None:
                certain = len(positional)
        positional.extend(Argument(item, place) for item in spread or ())
    return positional, len(positional) if certain is None else certain, certain is not None


def _keywords(run: Interpreter, node: ast.Call, frame: Frame) -> tuple[dict[str, Argument], bool]:
    keywords: dict[str, Argument] = {}
    open_ = False
    for keyword in node.keywords:
        value = run.evaluate(keyword.value, frame)
        place = Place(frame.chunk, keyword.value)
        if keyword.arg is not None:
            keywords[keyword.arg] = Argument(value, place, keyword.arg)
        elif isinstance(value, Mapping):
            open_ = open_ or value.open
            for key, item in value.items.items():
                keywords[str(key)] = Argument(item, place, str(key))
        else:
            open_ = True
    return keywords, open_


def _binary(run: Interpreter, node: ast.BinOp, frame: Frame) -> Value:
    left = run.evaluate(node.left, frame)
    right = run.evaluate(node.right, frame)
    return binary_operation(run, node.op, left, right, Place(frame.chunk, node))


def binary_operation(
    run: Interpreter, kind: ast.operator, left: Value, right: Value, place: Place
) -> Value:
    modelled = library_operation(run, operators.NAMES[type(kind)], (left, right), place)
    return modelled or _paid(run, operators.binary(kind, left, right, place))


def _paid(run: Interpreter, made: Value) -> Value:
    """Something new costs as many steps as it is long: a few steps may not fill the memory."""
    if isinstance(made, Sequence | Mapping):
        run.spend(len(made.items) // ITEMS_PER_STEP)
    elif isinstance(made, Const) and isinstance(made.value, str | bytes):
        run.spend(len(made.value) // ITEMS_PER_STEP)
    return made


def library_operation(
    run: Interpreter, name: str, operands: tuple[Value, ...], place: Place
) -> Value | None:
    if not any(map(_is_overloaded, operands)):
        return None
    call = Call("operator." + name, [Argument(o, place) for o in operands], {}, place, run)
    for model in run.library.operations:
        result = model(name, operands, call)
        if result is not None:
            call.result = result
            run.record(call)
            return result
    return None


def _is_overloaded(operand: Value) -> bool:
    if isinstance(operand, Member):
        return operand.name in _OVERLOADED_MEMBERS
    return type(operand) in _OVERLOADED


def _unary(run: Interpreter, node: ast.UnaryOp, frame: Frame) -> Value:
    operand = run.evaluate(node.operand, frame)
    place = Place(frame.chunk, node)
    modelled = library_operation(run, operators.NAMES[type(node.op)], (operand,), place)
    return modelled or operators.unary(node.op, operand, place)


def _compare(run: Interpreter, node: ast.Compare, frame: Frame) -> Value:
    place = Place(frame.chunk, node)
    left = run.evaluate(node.left, frame)
    results: list[Value] = []
    for kind, expression in zip(node.ops, node.comparators, strict=True):
        right = run.evaluate(expression, frame)
        modelled = library_operation(run, operators.NAMES[type(kind)], (left, right), place)
        results.append(modelled or operators.compare(kind, left, right, place))
        left = right
    if len(results) == 1:
        return results[0]
    truths = [operators.truthiness(result) for result in results]
    if None in truths:
        return Unknown(place)
    soft = any(isinstance(result, Const) and result.soft for result in results)
    return Const(all(truths), place, soft)


def _boolean(run: Interpreter, node: ast.BoolOp, frame: Frame) -> Value:
    stops_at = isinstance(node.op, ast.Or)
    possible: list[Value] = []
    for expression in node.values:
        value = run.evaluate(expression, frame)
        truth = operators.truthiness(value)
        possible.append(value)
        if truth is stops_at:
            break
        if truth is not None and expression is not node.values[-1]:
            possible.pop()
    return join(possible)


def _conditional(run: Interpreter, node: ast.IfExp, frame: Frame) -> Value:
    test = run.evaluate(node.test, frame)
    truth = operators.truthiness(test)
    soft = isinstance(test, Const) and test.soft
    if truth is not None and not soft:
        return run.evaluate(node.body if truth else node.orelse, frame)
    results: list[Value] = []

    def way(expression: ast.expr) -> Callable[[], Signal]:
        def run_it() -> Signal:
            results.append(run.evaluate(expression, frame))
            return Signal.NORMAL

        return run_it

    with run.branch(node):
        run.store.alternatives([way(node.body), way(node.orelse)])
    if truth is not None:
        return results[0 if truth else 1]
    return join(results)


_Display = ast.List | ast.Set | ast.Tuple
_Comprehension = ast.DictComp | ast.GeneratorExp | ast.ListComp | ast.SetComp


def _sequence(kind: str) -> Callable[[Interpreter, _Display, Frame], Value]:
    def action(run: Interpreter, node: _Display, frame: Frame) -> Value:
        items: list[Value] = []
        open_ = False
        for element in node.elts:
            if isinstance(element, ast.Starred):
                spread = items_of(run, run.evaluate(element.value, frame))
                open_ = open_ or spread is None
                items.extend(spread or ())
            else:
                items.append(run.evaluate(element, frame))
        made = Sequence(kind, items, Place(frame.chunk, node), open_)
        made.loop = run.loop
        return made.cut()

    return action


def _mapping(run: Interpreter, node: ast.Dict, frame: Frame) -> Value:
    items: dict[object, Value] = {}
    open_ = False
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        value = run.evaluate(value_node, frame)
        if key_node is None:
            if isinstance(value, Mapping):
                run.spend(len(value.items) // ITEMS_PER_STEP)
                items.update(value.items)
            if not isinstance(value, Mapping) or value.open:
                # What is not known may override what came before.
                items = {name: softened(item) for name, item in items.items()}
                open_ = True
            continue
        key = run.evaluate(key_node, frame)
        if isinstance(key, Const):
            items[key.value] = value
        elif isinstance(key, Symbol):
            items[key.path] = value
        else:
            open_ = True
    return Mapping(items, Place(frame.chunk, node), open_)


def _subscript(run: Interpreter, node: ast.Subscript, frame: Frame) -> Value:
    base = run.evaluate(node.value, frame)
    index = run.evaluate(node.slice, frame)
    found = subscript(run, base, index, Place(frame.chunk, node))
    return _paid(run, found) if isinstance(node.slice, ast.Slice) else found


def _slice(run: Interpreter, node: ast.Slice, frame: Frame) -> Value:
    parts = [
        Const(None) if part is None else run.evaluate(part, frame)
        for part in (node.lower, node.upper, node.step)
    ]
    return Sequence("slice", parts, Place(frame.chunk, node))


def _lambda(run: Interpreter, node: ast.Lambda, frame: Frame) -> Value:
    function = Function("<lambda>", node, frame, Place(frame.chunk, node))
    function.defaults = [run.evaluate(default, frame) for default in node.args.defaults]
    function.keyword_defaults = [
        None if default is None else run.evaluate(default, frame)
        for default in node.args.kw_defaults
    ]
    return function


def _fstring(run: Interpreter, node: ast.JoinedStr, frame: Frame) -> Value:
    place = Place(frame.chunk, node)
    parts: list[str] = []
    soft = False
    for part in node.values:
        value = run.evaluate(part, frame)
        if not isinstance(value, Const):
            # What comes after is run as well: it may hold calls.
            return _rest_of_fstring(run, node, part, frame)
        soft = soft or value.soft
        parts.append(str(value.value))
    return _paid(run, _joined(parts, place, soft))


def _joined(parts: list[str], place: Place, soft: bool) -> Value:
    whole = sum(map(len, parts)) <= MAX_TEXT
    return Const("".join(parts), place, soft) if whole else Unknown(place)


def _rest_of_fstring(
    run: Interpreter, node: ast.JoinedStr, stopped: ast.expr, frame: Frame
) -> Value:
    for part in node.values[node.values.index(stopped) + 1 :]:
        run.evaluate(part, frame)
    return Unknown(Place(frame.chunk, node))


def _formatted(run: Interpreter, node: ast.FormattedValue, frame: Frame) -> Value:
    place = Place(frame.chunk, node)
    value = run.evaluate(node.value, frame)
    spec = Const("") if node.format_spec is None else run.evaluate(node.format_spec, frame)
    if not isinstance(value, Const) or not isinstance(spec, Const):
        return Unknown(place)
    try:
        thing = compute(_CONVERSIONS[node.conversion], value.value)
        return Const(compute(format, thing, spec.value), place, value.soft)
    except (TooLarge, TypeError, ValueError):
        return Unknown(place)


_CONVERSIONS: dict[int, Callable[[object], object]] = {
    -1: lambda thing: thing,
    ord("s"): str,
    ord("r"): repr,
    ord("a"): ascii,
}


def _starred(run: Interpreter, node: ast.Starred, frame: Frame) -> Value:
    return run.evaluate(node.value, frame)


def _await(run: Interpreter, node: ast.Await, frame: Frame) -> Value:
    return run.evaluate(node.value, frame)


def _walrus(run: Interpreter, node: ast.NamedExpr, frame: Frame) -> Value:
    value = run.evaluate(node.value, frame)
    scope = frame
    while scope.is_comprehension and scope.parent is not None:
        scope = scope.parent
    run.assign(scope, node.target.id, value)
    return value


def _yield(run: Interpreter, node: ast.Yield, frame: Frame) -> Value:
    value = Const(None) if node.value is None else run.evaluate(node.value, frame)
    if not frame.yields:
        frame.held = run.contexts[frame.context_depth :]
    frame.yields.append(value)
    return Unknown(Place(frame.chunk, node))


def _yield_from(run: Interpreter, node: ast.YieldFrom, frame: Frame) -> Value:
    frame.yields.append(element_of(run, run.evaluate(node.value, frame)))
    return Unknown(Place(frame.chunk, node))


def _comprehension(kind: str) -> Callable[[Interpreter, _Comprehension, Frame], Value]:
    def action(run: Interpreter, node: _Comprehension, frame: Frame) -> Value:
        results: list[Value] = []
        inner = Frame(frame.module, frame.chunk, frame, frame.function)
        inner.receiver, inner.cls, inner.is_comprehension = frame.receiver, frame.cls, True
        known = _generate(run, node, node.generators, inner, results)
        place = Place(frame.chunk, node)
        if kind == "dict":
            return _collect_pairs(results, place, not known)
        if kind == "generator" and not known:
            return Stream(join(results) if results else Unknown(place), place)
        made = Sequence("list" if kind == "generator" else kind, results, place, not known)
        made.loop = run.loop
        return made

    return action


def _generate(
    run: Interpreter,
    node: _Comprehension,
    generators: list[ast.comprehension],
    frame: Frame,
    results: list[Value],
) -> bool:
    """Run a comprehension; False where the number of its results is not known."""
    if not generators:
        results.append(_produce(run, node, frame))
        return True
    iterable = run.evaluate(generators[0].iter, frame)
    items = items_of(run, iterable)
    if items is not None and len(items) <= MAX_COMPREHENSION:
        made: list[Value] = []
        known = _rounds(run, node, generators, items, frame, made)
        if known is not None:
            results += made
            return known
    _rounds(run, node, generators, [element_of(run, iterable)], frame, results)
    return False


def _rounds(
    run: Interpreter,
    node: _Comprehension,
    generators: list[ast.comprehension],
    items: list[Value],
    frame: Frame,
    results: list[Value],
) -> bool | None:
    """One round for each item; None where they take too much of what is left to be followed."""
    first, rest = generators[0], generators[1:]
    before, known = run.steps_left, True
    for number, item in enumerate(items, 1):
        bind_target(run, first.target, item, frame)
        kept = [_certain_truth(run.evaluate(test, frame)) for test in first.ifs]
        known = known and None not in kept
        if False not in kept:
            known = _generate(run, node, rest, frame, results) and known
        if run.is_too_much(before, number, len(items)):
            return None
    return known


def _certain_truth(value: Value) -> bool | None:
    return None if isinstance(value, Const) and value.soft else operators.truthiness(value)


def _produce(run: Interpreter, node: _Comprehension, frame: Frame) -> Value:
    if isinstance(node, ast.DictComp):
        pair = [run.evaluate(node.key, frame), run.evaluate(node.value, frame)]
        return Sequence("tuple", pair)
    return run.evaluate(node.elt, frame)


def _collect_pairs(results: list[Value], place: Place, open_: bool) -> Value:
    items: dict[object, Value] = {}
    for pair in results:
        if isinstance(pair, Sequence) and isinstance(pair.items[0], Const):
            items[pair.items[0].value] = pair.items[1]
        else:
            open_ = True
    return Mapping(items, place, open_)


BUILTIN_NAMES = frozenset(dir(builtins))

ACTIONS: dict[type[ast.AST], Action] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.List: _sequence("list"),
    ast.Tuple: _sequence("tuple"),
    ast.Set: _sequence("set"),
    ast.Dict: _mapping,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Lambda: _lambda,
    ast.JoinedStr: _fstring,
    ast.FormattedValue: _formatted,
    ast.Starred: _starred,
    ast.Await: _await,
    ast.NamedExpr: _walrus,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.ListComp: _comprehension("list"),
    ast.SetComp: _comprehension("set"),
    ast.GeneratorExp: _comprehension("generator"),
    ast.DictComp: _comprehension("dict"),
}
