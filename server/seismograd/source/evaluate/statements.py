"""Running statements, one function for each kind."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from seismograd.source.chunks import written_names
from seismograd.source.evaluate import operators, patterns
from seismograd.source.evaluate.branching import Signal, join
from seismograd.source.evaluate.calls import Argument, Call, Loop
from seismograd.source.evaluate.enumerations import is_enumeration, make_members
from seismograd.source.evaluate.expressions import binary_operation
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.iteration import element_of, items_of
from seismograd.source.evaluate.literals import is_soft
from seismograd.source.evaluate.targets import bind_target, delete_target, doubt
from seismograd.source.evaluate.values import (
    Choice,
    Class,
    Const,
    Extent,
    Function,
    Instance,
    Mapping,
    ModuleValue,
    Object,
    Place,
    Sequence,
    Stream,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter

MAX_ROUNDS = 64
EXITS = frozenset({"builtins.exit", "builtins.quit", "os._exit", "sys.exit"})
TRAINING_WORDS = frozenset(
    {"apply_gradients", "backward", "fit", "fit_generator", "manual_backward", "minimize", "step",
     "train_on_batch", "zero_grad"}
)  # fmt: skip
Action = Callable[["Interpreter", Any, Frame], Signal]


def _expression(run: Interpreter, node: ast.Expr, frame: Frame) -> Signal:
    value = run.evaluate(node.value, frame)
    exits = isinstance(value, Object) and value.path in EXITS
    return Signal.RAISE if exits else Signal.NORMAL


def _assign(run: Interpreter, node: ast.Assign, frame: Frame) -> Signal:
    value = run.evaluate(node.value, frame)
    for target in node.targets:
        bind_target(run, target, value, frame)
    return Signal.NORMAL


def _annotated(run: Interpreter, node: ast.AnnAssign, frame: Frame) -> Signal:
    if node.value is not None:
        bind_target(run, node.target, run.evaluate(node.value, frame), frame)
    return Signal.NORMAL


def _augmented(run: Interpreter, node: ast.AugAssign, frame: Frame) -> Signal:
    place = Place(frame.chunk, node)
    left = run.evaluate(node.target, frame)
    right = run.evaluate(node.value, frame)
    if not _change_in_place(run, node.op, left, right):
        result = binary_operation(run, node.op, left, right, place)
        _record_change(run, node, frame, left, right, result)
        bind_target(run, node.target, result, frame)
    return Signal.NORMAL


def _record_change(
    run: Interpreter, node: ast.AugAssign, frame: Frame, left: Value, right: Value, result: Value
) -> None:
    """`a += b` is logged whatever its operands are: sums over rounds and updates in place."""
    operands = [
        Argument(left, Place(frame.chunk, node.target)),
        Argument(right, Place(frame.chunk, node.value)),
    ]
    path = "operator.i" + operators.NAMES[type(node.op)]
    call = Call(path, operands, {}, Place(frame.chunk, node), run)
    call.receiver = left
    call.result = result
    run.record(call)


def _change_in_place(run: Interpreter, kind: ast.operator, left: Value, right: Value) -> bool:
    """Lists and dicts change themselves, for everyone who holds them."""
    if isinstance(left, Sequence) and left.kind == "list" and isinstance(kind, ast.Add):
        items = items_of(run, right)
        known = right.items if isinstance(right, Sequence) else []
        added = known if items is None else items
        run.store.grow(left, [*left.items, *added], run.loop, items is None)
        return True
    if isinstance(left, Mapping) and isinstance(kind, ast.BitOr) and isinstance(right, Mapping):
        for key, value in right.items.items():
            run.store.set_item(left.items, key, value)
        if right.open:
            doubt(run, left)
        return True
    return False


def _return(run: Interpreter, node: ast.Return, frame: Frame) -> Signal:
    value = Const(None) if node.value is None else run.evaluate(node.value, frame)
    frame.returns.append(value)
    return Signal.RETURN


def _raise(run: Interpreter, node: ast.Raise, frame: Frame) -> Signal:
    return Signal.RAISE


def _break(run: Interpreter, node: ast.Break, frame: Frame) -> Signal:
    return Signal.BREAK


def _continue(run: Interpreter, node: ast.Continue, frame: Frame) -> Signal:
    return Signal.CONTINUE


def _if(run: Interpreter, node: ast.If, frame: Frame) -> Signal:
    test = run.evaluate(node.test, frame)
    truth = operators.truthiness(test)
    soft = isinstance(test, Const) and test.soft
    if truth is not None and not soft:
        return run.execute(node.body if truth else node.orelse, frame)
    ways: list[Callable[[], Signal]] = [
        lambda: run.execute(node.body, frame),
        lambda: run.execute(node.orelse, frame),
    ]
    with run.branch(node):
        return run.store.alternatives(ways, None if truth is None else int(not truth))


def _for(run: Interpreter, node: ast.For, frame: Frame) -> Signal:
    iterable = run.evaluate(node.iter, frame)
    items = items_of(run, iterable)
    if items is not None and len(items) <= MAX_ROUNDS and not leads_to_training(run, node, frame):
        signal = _unroll(run, node, items, frame)
        if signal is not None:
            return signal
    loop = Loop(Place(frame.chunk, node), iterable, run.loop, run.function)
    item = element_of(run, iterable, Place(frame.chunk, node.iter))
    if isinstance(item, Const):
        item = Unknown(item.place, "item")
    loop.target = item
    return _run_once(run, loop, node, frame, item)


def _unroll(run: Interpreter, node: ast.For, items: list[Value], frame: Frame) -> Signal | None:
    """None where the rounds to come take too much to be followed one by one."""
    departures, before = run.store.departures, run.steps_left
    for number, item in enumerate(items, 1):
        bind_target(run, node.target, item, frame)
        signal = run.execute(node.body, frame)
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
        if signal is Signal.BREAK:
            return Signal.NORMAL
        if run.is_too_much(before, number, len(items)):
            return None
    if run.store.departures > departures and leaves_early(node):
        # Some round may have been the last.
        _widen(run, node, frame)
    return run.execute(node.orelse, frame)


def _while(run: Interpreter, node: ast.While, frame: Frame) -> Signal:
    if isinstance(node.test, ast.Constant) and not node.test.value:
        return run.execute(node.orelse, frame)
    loop = Loop(Place(frame.chunk, node), None, run.loop, run.function)
    signal = _run_once(run, loop, node, frame, None)
    endless = isinstance(node.test, ast.Constant) and not leaves_early(node)
    return Signal.RETURN if endless and frame.returns and signal is Signal.NORMAL else signal


def _run_once(
    run: Interpreter, loop: Loop, node: ast.For | ast.While, frame: Frame, item: Value | None
) -> Signal:
    """Run a loop body once to stand for all rounds."""
    names = assigned_in(node)
    constants = {name: frame.locals.get(name) for name in names}
    _widen(run, node, frame)
    loop.before = {name: frame.locals[name] for name in names if name in frame.locals}
    _run_round(run, loop, node, frame, item)
    for name, before in loop.before.items():
        after = frame.locals.get(name)
        if after is not None and after is not before:
            loop.carried[name] = (before, after)
        _recall(run, name, constants[name], after, frame)
    # However the round ended: another round, or none at all, may reach what follows.
    ways: list[Callable[[], Signal]] = [lambda: run.execute(node.orelse, frame), _go_on]
    return run.store.alternatives(ways) if node.orelse else Signal.NORMAL


def _run_round(
    run: Interpreter, loop: Loop, node: ast.For | ast.While, frame: Frame, item: Value | None
) -> None:
    kept, run.loop = run.loop, loop
    if not run.is_muted:
        run.loops.append(loop)
    try:
        if isinstance(node, ast.While):
            run.evaluate(node.test, frame)
        elif item is not None:
            bind_target(run, node.target, item, frame)
        run.execute(node.body, frame)
    finally:
        run.loop = kept


def _recall(
    run: Interpreter, name: str, before: Value | None, after: Value | None, frame: Frame
) -> None:
    """A loop that has no round leaves a constant as it was."""
    if isinstance(before, Const) and isinstance(after, Const):
        run.store.set(frame.locals, name, join([before, after]))


def _go_on() -> Signal:
    return Signal.NORMAL


def _widen(run: Interpreter, node: ast.For | ast.While, frame: Frame) -> None:
    """Forget what another round may change: no method changes a constant, such as None."""
    for name in assigned_in(node):
        value = frame.locals.get(name)
        if isinstance(value, Const | Extent) or _may_be_constant(value):
            if name not in bound_in(node):
                continue
            run.store.set(frame.locals, name, Unknown(value.place if value else None, name))
        elif isinstance(value, Sequence) and value.kind != "tuple" and not value.open:
            run.store.set_items(value, value.items, True)
        elif isinstance(value, Mapping):
            doubt(run, value)


def _may_be_constant(value: Value | None) -> bool:
    return isinstance(value, Choice) and any(isinstance(o, Const) for o in value.options)


@lru_cache(maxsize=2048)
def assigned_in(node: ast.For | ast.While) -> frozenset[str]:
    """Names that the body of a loop binds, or whose content it may change."""
    return frozenset(name for statement in node.body for name in written_names(statement))


@lru_cache(maxsize=2048)
def bound_in(node: ast.For | ast.While) -> frozenset[str]:
    """Names that the body of a loop gives another value, not only another content."""
    inner = [one for statement in node.body for one in ast.walk(statement)]
    names = {one.id for one in inner if isinstance(one, ast.Name) and not _is_read(one)}
    # Imports, definitions, exceptions and patterns bind names that are plain text.
    texts = (getattr(one, field, None) for one in inner for field in ("name", "asname", "rest"))
    return frozenset(names | {text for text in texts if isinstance(text, str)})


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


@lru_cache(maxsize=2048)
def leaves_early(node: ast.For | ast.While) -> bool:
    """Whether a loop has a `break` of its own."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Break):
            return True
        if not isinstance(current, ast.For | ast.While | ast.AsyncFor | ast.FunctionDef):
            pending.extend(ast.iter_child_nodes(current))
    return False


@lru_cache(maxsize=2048)
def trains(node: ast.AST) -> bool:
    """Whether code looks like training: the rounds are all alike, one stands for all."""
    return any(
        isinstance(inner, ast.Attribute) and inner.attr in TRAINING_WORDS
        for inner in ast.walk(node)
    )


def leads_to_training(run: Interpreter, node: ast.For, frame: Frame) -> bool:
    """Whether a loop trains, itself or in a function of the project that it calls."""
    return trains(node) or any(
        isinstance(function, Function) and _function_trains(run, function, 0)
        for function in called_functions(run, node, frame)
    )


def _function_trains(run: Interpreter, function: Function, depth: int) -> bool:
    if depth > 2 or function.name in ("__init__", "forward"):
        return False
    return trains(function.node) or any(
        _function_trains(run, inner, depth + 1)
        for inner in called_functions(run, function.node, function.scope)
    )


def called_functions(run: Interpreter, node: ast.AST, frame: Frame) -> Iterator[Function]:
    """The functions of the project that code names in its calls, found without running it."""
    for name, attribute in called_names(node):
        value = run.lookup(name, frame)
        if attribute and isinstance(value, Instance):
            value = value.cls.lookup(attribute)
        elif attribute and isinstance(value, ModuleValue):
            module = run.module(value.file)
            value = None if module is None else run.global_value(module, attribute)
        elif attribute:
            value = None
        if isinstance(value, Function):
            yield value


@lru_cache(maxsize=2048)
def called_names(node: ast.AST) -> tuple[tuple[str, str], ...]:
    """`f(...)` as ("f", "") and `a.f(...)` as ("a", "f")."""
    found: dict[tuple[str, str], None] = {}
    for inner in ast.walk(node):
        function = inner.func if isinstance(inner, ast.Call) else None
        if isinstance(function, ast.Name):
            found[function.id, ""] = None
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            found[function.value.id, function.attr] = None
    return tuple(found)


def _with(run: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame) -> Signal:
    kept = run.contexts
    try:
        for item in node.items:
            context = run.evaluate(item.context_expr, frame)
            held = context.contexts if isinstance(context, Stream) else ()
            run.contexts = (*run.contexts, context, *held)
            place = Place(frame.chunk, item.context_expr)
            entered = run.invocation.enter_context(context, place)
            if item.optional_vars is not None:
                bind_target(run, item.optional_vars, entered, frame)
        return run.execute(node.body, frame)
    finally:
        run.contexts = kept


def _try(run: Interpreter, node: ast.Try, frame: Frame) -> Signal:
    signal = run.execute(node.body, frame)
    if node.handlers:
        ways: list[Callable[[], Signal]] = [lambda: signal]
        ways += [_handler(run, handler, frame) for handler in node.handlers]
        signal = run.store.alternatives(ways, 0)
    if signal is Signal.NORMAL:
        signal = run.execute(node.orelse, frame)
    return run.execute(node.finalbody, frame) or signal


def _handler(run: Interpreter, handler: ast.ExceptHandler, frame: Frame) -> Callable[[], Signal]:
    def way() -> Signal:
        if handler.name:
            run.assign(frame, handler.name, Unknown(Place(frame.chunk, handler), handler.name))
        with run.branch(handler):
            return run.execute(handler.body, frame)

    return way


def _match(run: Interpreter, node: ast.Match, frame: Frame) -> Signal:
    subject = run.evaluate(node.subject, frame)
    ways: list[Callable[[], Signal]] = []
    taken: int | None = None
    for case in node.cases:
        fits = patterns.fits(run, case.pattern, subject, frame)
        if fits and case.guard is None and not is_soft(subject) and not ways:
            return _case(run, node, case, subject, frame)()
        if fits is not False or is_soft(subject):
            if fits and case.guard is None and taken is None:
                taken = len(ways)
            ways.append(_case(run, node, case, subject, frame))
    return run.store.alternatives([*ways, _go_on], taken)


def _case(
    run: Interpreter, node: ast.Match, case: ast.match_case, subject: Value, frame: Frame
) -> Callable[[], Signal]:
    def way() -> Signal:
        patterns.bind(run, case.pattern, subject, frame)
        with run.branch(node):
            if case.guard is not None:
                run.evaluate(case.guard, frame)
            return run.execute(case.body, frame)

    return way


def _function(
    run: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame
) -> Signal:
    function = Function(node.name, node, frame, Place(frame.chunk, node))
    function.decorators = [run.evaluate(item, frame) for item in node.decorator_list]
    function.defaults = [run.evaluate(item, frame) for item in node.args.defaults]
    function.keyword_defaults = [
        None if item is None else run.evaluate(item, frame) for item in node.args.kw_defaults
    ]
    getter = frame.locals.get(node.name)
    if isinstance(getter, Function) and _is_accessor(node):
        getter.setter = function if _is_setter(node) else getter.setter
        function.owner = getter.owner
    else:
        run.assign(frame, node.name, function)
    return Signal.NORMAL


def _is_accessor(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function belongs to the property of the same name."""
    return any(
        isinstance(item, ast.Attribute)
        and item.attr in ("setter", "deleter")
        and isinstance(item.value, ast.Name)
        and item.value.id == node.name
        for item in node.decorator_list
    )


def _is_setter(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(d, ast.Attribute) and d.attr == "setter" for d in node.decorator_list)


def _class(run: Interpreter, node: ast.ClassDef, frame: Frame) -> Signal:
    cls = Class(node.name, node, frame, Place(frame.chunk, node))
    run.classes.append(cls)
    cls.bases = [run.evaluate(base, frame) for base in node.bases]
    cls.decorators = [run.evaluate(item, frame) for item in node.decorator_list]
    body = Frame(frame.module, frame.chunk, frame)
    body.locals = cls.namespace
    run.execute(node.body, body)
    for member in cls.namespace.values():
        _adopt(member, cls, body)
    if is_enumeration(cls):
        make_members(cls)
    run.assign(frame, node.name, cls)
    return Signal.NORMAL


def _adopt(member: Value | None, cls: Class, body: Frame) -> None:
    """Methods belong to their class, and do not see the names of its body."""
    if isinstance(member, Function) and member.scope is body:
        member.owner = cls
        member.scope = cls.scope
        _adopt(member.setter, cls, body)


def _import(run: Interpreter, node: ast.Import, frame: Frame) -> Signal:
    for alias in node.names:
        place = Place(frame.chunk, alias)
        if alias.asname:
            value = run.import_module(frame.module.file, alias.name, 0, place)
            run.assign(frame, alias.asname, value)
        else:
            value = run.import_package(frame.module.file, alias.name, place)
            run.assign(frame, alias.name.partition(".")[0], value)
    return Signal.NORMAL


def _import_from(run: Interpreter, node: ast.ImportFrom, frame: Frame) -> Signal:
    for alias in node.names:
        if alias.name == "*":
            continue
        value = run.invocation.import_name(frame, node, alias)
        run.assign(frame, alias.asname or alias.name, value)
    return Signal.NORMAL


def _scope_names(run: Interpreter, node: ast.Global | ast.Nonlocal, frame: Frame) -> Signal:
    for name in node.names:
        if isinstance(node, ast.Global):
            frame.free[name] = frame.module.frame
            continue
        scope = frame.parent
        while scope is not None and name not in scope.locals:
            scope = scope.parent
        if scope is not None:
            frame.free[name] = scope
    return Signal.NORMAL


def _delete(run: Interpreter, node: ast.Delete, frame: Frame) -> Signal:
    for target in node.targets:
        delete_target(run, target, frame)
    return Signal.NORMAL


def _assert(run: Interpreter, node: ast.Assert, frame: Frame) -> Signal:
    run.evaluate(node.test, frame)
    return Signal.NORMAL


ACTIONS: dict[type[ast.AST], Action] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Global: _scope_names,
    ast.Nonlocal: _scope_names,
    ast.Delete: _delete,
    ast.Assert: _assert,
}
