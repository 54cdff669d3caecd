"""Running statements, one function for each kind."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from seismograd.source.chunks import written_names
from seismograd.source.evaluate import operators
from seismograd.source.evaluate.branching import Signal
from seismograd.source.evaluate.calls import Loop
from seismograd.source.evaluate.expressions import binary_operation
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.iteration import element_of, items_of
from seismograd.source.evaluate.values import (
    Class,
    Const,
    Extent,
    Function,
    Place,
    Symbol,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter

MAX_ROUNDS = 64
TRAINING_WORDS = frozenset(
    {"apply_gradients", "backward", "fit", "fit_generator", "manual_backward", "minimize",
     "train_on_batch", "zero_grad"}
)  # fmt: skip
Action = Callable[["Interpreter", Any, Frame], Signal]


def _expression(run: Interpreter, node: ast.Expr, frame: Frame) -> Signal:
    run.evaluate(node.value, frame)
    return Signal.NORMAL


def _assign(run: Interpreter, node: ast.Assign, frame: Frame) -> Signal:
    value = run.evaluate(node.value, frame)
    for target in node.targets:
        run.invocation.bind_target(target, value, frame)
    return Signal.NORMAL


def _annotated(run: Interpreter, node: ast.AnnAssign, frame: Frame) -> Signal:
    if node.value is not None:
        run.invocation.bind_target(node.target, run.evaluate(node.value, frame), frame)
    return Signal.NORMAL


def _augmented(run: Interpreter, node: ast.AugAssign, frame: Frame) -> Signal:
    place = Place(frame.chunk, node)
    left = run.evaluate(_as_load(node.target), frame)
    right = run.evaluate(node.value, frame)
    result = binary_operation(run, node.op, left, right, place)
    run.invocation.bind_target(node.target, result, frame)
    return Signal.NORMAL


@lru_cache(maxsize=2048)
def _as_load(target: ast.expr) -> ast.expr:
    # Targets evaluate like expressions: the context of a node plays no part in evaluation.
    return target


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
    kept = run.branches
    run.branches = (*kept, node)
    try:
        ways: list[Callable[[], Signal]] = [
            lambda: run.execute(node.body, frame),
            lambda: run.execute(node.orelse, frame),
        ]
        taken = None if truth is None else (0 if truth else 1)
        return run.store.alternatives(ways, taken)
    finally:
        run.branches = kept


def _for(run: Interpreter, node: ast.For, frame: Frame) -> Signal:
    iterable = run.evaluate(node.iter, frame)
    items = items_of(run, iterable)
    if items is not None and len(items) <= MAX_ROUNDS and not trains(node):
        return _unroll(run, node, items, frame)
    loop = Loop(Place(frame.chunk, node), iterable, run.loop)
    item = element_of(run, iterable, Place(frame.chunk, node.iter))
    if isinstance(item, Const):
        item = Unknown(item.place, "item")
    loop.target = item

    def first() -> None:
        run.invocation.bind_target(node.target, item, frame)

    return _run_once(run, loop, node, frame, first)


def _unroll(run: Interpreter, node: ast.For, items: list[Value], frame: Frame) -> Signal:
    for item in items:
        run.invocation.bind_target(node.target, item, frame)
        signal = run.execute(node.body, frame)
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
        if signal is Signal.BREAK:
            return Signal.NORMAL
    return run.execute(node.orelse, frame)


def _while(run: Interpreter, node: ast.While, frame: Frame) -> Signal:
    loop = Loop(Place(frame.chunk, node), None, run.loop)
    return _run_once(run, loop, node, frame, lambda: run.evaluate(node.test, frame) and None)


def _run_once(
    run: Interpreter,
    loop: Loop,
    node: ast.For | ast.While,
    frame: Frame,
    first: Callable[[], None],
) -> Signal:
    """Run a loop body once to stand for all rounds."""
    names = assigned_in(node)
    _widen(run, names, frame)
    loop.before = {name: frame.locals[name] for name in names if name in frame.locals}
    kept, run.loop = run.loop, loop
    if not run.is_muted:
        run.loops.append(loop)
    try:
        first()
        signal = run.execute(node.body, frame)
    finally:
        run.loop = kept
    for name, before in loop.before.items():
        after = frame.locals.get(name)
        if after is not None and after is not before:
            loop.carried[name] = (before, after)
    if signal is Signal.RETURN:
        # Another round, or none at all, may reach what follows.
        return Signal.NORMAL
    return Signal.NORMAL if signal is not Signal.RAISE else signal


def _widen(run: Interpreter, names: frozenset[str], frame: Frame) -> None:
    for name in names:
        value = frame.locals.get(name)
        if isinstance(value, Const | Extent) and not isinstance(getattr(value, "value", 0), str):
            run.store.set(frame.locals, name, Unknown(value.place, name))


@lru_cache(maxsize=2048)
def assigned_in(node: ast.For | ast.While) -> frozenset[str]:
    """Names that the body of a loop binds."""
    return frozenset(name for statement in node.body for name in written_names(statement))


@lru_cache(maxsize=2048)
def trains(node: ast.For) -> bool:
    """Whether a loop looks like training: its rounds are all alike, one stands for all."""
    return any(
        isinstance(inner, ast.Attribute) and inner.attr in TRAINING_WORDS
        for statement in node.body
        for inner in ast.walk(statement)
    )


def _with(run: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame) -> Signal:
    kept = run.contexts
    for item in node.items:
        context = run.evaluate(item.context_expr, frame)
        run.contexts = (*run.contexts, context)
        if item.optional_vars is not None:
            entered = run.invocation.enter_context(context, Place(frame.chunk, item.context_expr))
            run.invocation.bind_target(item.optional_vars, entered, frame)
    try:
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
        return run.execute(handler.body, frame)

    return way


def _match(run: Interpreter, node: ast.Match, frame: Frame) -> Signal:
    run.evaluate(node.subject, frame)
    ways: list[Callable[[], Signal]] = [lambda: Signal.NORMAL]
    for case in node.cases:
        ways.append(lambda body=case.body: run.execute(body, frame))  # type: ignore[misc]
    return run.store.alternatives(ways)


def _function(
    run: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame
) -> Signal:
    function = Function(node.name, node, frame, Place(frame.chunk, node))
    function.decorators = [run.evaluate(item, frame) for item in node.decorator_list]
    function.defaults = [run.evaluate(item, frame) for item in node.args.defaults]
    function.keyword_defaults = [
        None if item is None else run.evaluate(item, frame) for item in node.args.kw_defaults
    ]
    run.assign(frame, node.name, function)
    return Signal.NORMAL


def _class(run: Interpreter, node: ast.ClassDef, frame: Frame) -> Signal:
    cls = Class(node.name, node, frame, Place(frame.chunk, node))
    cls.bases = [run.evaluate(base, frame) for base in node.bases]
    cls.decorators = [run.evaluate(item, frame) for item in node.decorator_list]
    body = Frame(frame.module, frame.chunk, frame)
    body.locals = cls.namespace
    run.execute(node.body, body)
    for member in cls.namespace.values():
        if isinstance(member, Function) and member.owner is None:
            member.owner = cls
            member.scope = frame
    run.assign(frame, node.name, cls)
    return Signal.NORMAL


def _import(run: Interpreter, node: ast.Import, frame: Frame) -> Signal:
    for alias in node.names:
        place = Place(frame.chunk, alias)
        wanted = alias.name if alias.asname else alias.name.partition(".")[0]
        run.invocation.import_submodules(frame, alias.name)
        value = run.import_module(frame.module.file, wanted, 0, place)
        run.assign(frame, alias.asname or wanted, value)
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
        if isinstance(target, ast.Name):
            run.assign(frame, target.id, Unknown(Place(frame.chunk, target), target.id))
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

__all__ = ["ACTIONS", "Symbol", "assigned_in", "trains"]
