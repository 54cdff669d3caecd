"""Calling things: project functions are followed, library calls are modelled and logged."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from seismograd.source.evaluate.attributes import get_attribute
from seismograd.source.evaluate.branching import Signal, join
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.enumerations import is_enumeration, member_of
from seismograd.source.evaluate.fields import fill_fields
from seismograd.source.evaluate.frames import Frame
from seismograd.source.evaluate.library import Model
from seismograd.source.evaluate.parameters import bind_parameters
from seismograd.source.evaluate.values import (
    BoundMethod,
    Choice,
    Class,
    Const,
    Deferred,
    Function,
    Instance,
    Mapping,
    Member,
    ModuleValue,
    Object,
    Place,
    Sequence,
    Stream,
    Super,
    Symbol,
    Tensor,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter

MAX_DEPTH = 14
MAX_RECURSION = 1


class Invocation:
    """Follows calls for one interpreter."""

    def __init__(self, run: Interpreter) -> None:
        self._run = run
        self._stack: list[ast.AST] = []
        self._transparent: dict[tuple[int, int], bool] = {}

    # -- calls -----------------------------------------------------------------------------

    def call(self, function: Value, call: Call, frame: Frame) -> Value:
        """The value of a call of anything."""
        if isinstance(function, Symbol):
            return self._call_symbol(function, call, frame)
        if isinstance(function, BoundMethod):
            return self._call_bound(function, call)
        if isinstance(function, Function):
            return self.call_function(function, None, call)
        if isinstance(function, Class):
            return self.instantiate(function, call)
        if isinstance(function, Instance):
            return self._call_instance(function, call)
        if isinstance(function, Choice):
            return self._call_options(function, call, frame)
        return self._call_other(function, call)

    def _call_options(self, choice: Choice, call: Call, frame: Frame) -> Value:
        results: list[Value] = []

        def way(option: Value) -> Callable[[], Signal]:
            def run_it() -> Signal:
                again = _copy(call)
                results.append(self.call(option, again, frame))
                return Signal.NORMAL

            return run_it

        callable_options = [o for o in choice.options if not isinstance(o, Const)]
        with self._run.split():
            self._run.store.alternatives([way(option) for option in callable_options])
        return join(results) if results else Unknown(call.place)

    def _call_symbol(self, symbol: Symbol, call: Call, frame: Frame) -> Value:
        if symbol.path == "builtins.super":
            return self._super(call, frame)
        call.is_to(symbol.path)
        if symbol.path.endswith(".__init__") and call.positional:
            # `nn.Module.__init__(self)`, the long way to say `super().__init__()`.
            receiver = call.positional[0].value
            if isinstance(receiver, Instance):
                receiver.super_init = call.place
        return self._finish(call, self._run.library.function(symbol.path))

    def _call_other(self, function: Value, call: Call) -> Value:
        if isinstance(function, Member):
            return self._call_member(function, call)
        if isinstance(function, Object):
            call.is_to(function.path + ".__call__", "__call__")
            call.receiver = function
            return self._finish(call, self._run.library.object_call(function))
        call.is_to("?")
        call.receiver = function
        return self._finish(call, self._run.library.object_calls.get("?"))

    def _call_member(self, member: Member, call: Call) -> Value:
        base = member.base
        if isinstance(base, Super):
            return self._call_super_method(base, member.name, call)
        call.receiver = base
        library = self._run.library
        family = receiver_family(self._run, base)
        call.is_to(f"{family}.{member.name}", member.name)
        model = library.methods.get(call.path) or library.methods.get(family + ".*")
        return self._finish(call, model or library.methods.get("*." + member.name))

    def _finish(self, call: Call, model: Model | None) -> Value:
        result = None if model is None else model(call)
        if result is None:
            # What a method gives is not of the class that has the method.
            is_method = call.receiver is not None
            result = Object(("returned:" if is_method else "") + call.path, call, call.place)
        call.result = result
        self._run.record(call)
        return result

    def call_attribute(self, base: Value, name: str, call: Call) -> Value:
        """Call a method by name."""
        function = get_attribute(self._run, base, name, call.place)
        return self.call(function, call, self._run.module_frame(call.place))

    def apply(
        self,
        function: Value,
        positional: list[Argument],
        keywords: dict[str, Argument],
        place: Place,
        open_: bool = False,
    ) -> Value:
        """Call something with given arguments, as if it stood at a place."""
        call = Call("", positional, keywords, place, self._run, open_)
        return self.call(function, call, self._run.module_frame(place))

    # -- classes ---------------------------------------------------------------------------

    def instantiate(self, cls: Class, call: Call) -> Value:
        """The value of calling a class of the project."""
        if is_enumeration(cls):
            given = call.value(0, "value")
            return (None if given is None else member_of(cls, given)) or Unknown(call.place)
        instance = Instance(cls, call.place)
        call.is_to(cls.name)
        call.receiver = cls
        instance.call = call
        self._run.register(instance)
        initialiser = cls.lookup("__init__")
        if isinstance(initialiser, Function):
            returned = self.call_function(initialiser, instance, call)
            instance.complete = not isinstance(returned, Unknown)
        else:
            fill_fields(self._run, instance, call)
        call.result = instance
        self._run.record(call)
        return instance

    def _call_bound(self, method: BoundMethod, call: Call) -> Value:
        """`network.forward(x)` runs the network as `network(x)` does, and is logged like it."""
        receiver, function = method.receiver, method.function
        if not isinstance(receiver, Instance) or receiver.cls.lookup(function.name) is not function:
            return self.call_function(function, receiver, call)
        if function.name == self._run.library.call_method_of(receiver):
            return self._call_instance(receiver, call)
        return self.call_function(function, receiver, call)

    def _call_instance(self, instance: Instance, call: Call) -> Value:
        """Calling a network runs its forward method."""
        name = self._run.library.call_method_of(instance) or "__call__"
        method = instance.attributes.get(name) or instance.cls.lookup(name)
        call.receiver = instance
        call.is_to(f"{instance.cls.name}.{name}", name)
        self._run.library.prepare_call(instance, call)
        result: Value | None = None
        if isinstance(method, Function):
            result = self.call_function(method, instance, call)
        elif name != "__call__":
            model = self._inherited_call(instance)
            result = None if model is None else model(call)
        call.result = Unknown(call.place) if result is None else result
        self._run.record(call)
        return call.result

    def _inherited_call(self, instance: Instance) -> Model | None:
        library = self._run.library
        for base in instance.cls.library_bases:
            model = library.object_calls.get(base) or library.object_calls.get(library.family(base))
            if model is not None:
                return model
        return None

    def _super(self, call: Call, frame: Frame) -> Value:
        scope: Frame | None = frame
        while scope is not None and scope.receiver is None:
            scope = scope.parent
        if scope is None or scope.receiver is None:
            return Unknown(call.place, "super")
        after = scope.cls
        if call.positional and isinstance(call.positional[0].value, Class):
            after = call.positional[0].value
        return Super(scope.receiver, after, call.place)

    def _call_super_method(self, base: Super, name: str, call: Call) -> Value:
        receiver = base.receiver
        if isinstance(receiver, Instance):
            if name == "__init__":
                receiver.super_init = call.place
            bases = receiver.cls.library_bases
            call.is_to(f"{bases[0] if bases else '?'}.{name}", name)
        call.receiver = receiver
        library = self._run.library
        family = library.family(call.path.rpartition(".")[0])
        return self._finish(call, library.methods.get(f"{family}.{name}"))

    # -- functions -------------------------------------------------------------------------

    def call_function(self, function: Function, receiver: Value | None, call: Call) -> Value:
        """Follow a call into a function of the project."""
        run = self._run
        node = function.node
        run.reached.add(node)
        if len(self._stack) >= MAX_DEPTH or self._stack.count(node) > MAX_RECURSION:
            return Unknown(call.place, function.name)
        for decorator in function.decorators:
            prepare = run.library.decorated.get(getattr(decorator, "path", ""))
            call = call if prepare is None else prepare(decorator, function, call)
        frame = Frame(function.scope.module, function.chunk, function.scope, function)
        frame.cls = function.owner
        given = [argument.value for argument in call.positional[: call.certain]]
        if receiver is not None and not _is_static(function):
            given.insert(0, receiver)
        if function.owner is not None and given:
            frame.receiver = given[0]
        bind_parameters(function, given, call, frame)
        return self._run_body(function, frame, call)

    def _run_body(self, function: Function, frame: Frame, call: Call) -> Value:
        run = self._run
        kept = run.contexts, run.function, run.branches
        self._stack.append(function.node)
        run.contexts = (*run.contexts, *function.decorators)
        frame.context_depth = len(run.contexts)
        run.function = function
        try:
            if isinstance(function.node, ast.Lambda):
                return run.evaluate(function.node.body, frame)
            signal = run.execute(function.node.body, frame)
        finally:
            run.contexts, run.function, run.branches = kept
            self._stack.pop()
        return self._result(function, frame, signal, call)

    def _result(self, function: Function, frame: Frame, signal: Signal, call: Call) -> Value:
        if frame.yields or (b"yield" in function.chunk.identifiers and is_generator(function.node)):
            stream = Stream(join(frame.yields) if frame.yields else Unknown(call.place), call.place)
            stream.contexts = frame.held
            return stream
        if any(self._hides_result(decorator, function) for decorator in function.decorators):
            return Unknown(call.place)
        results = list(frame.returns)
        if signal is Signal.NORMAL:
            results.append(Const(None, call.place))
        return join(results) if results else Unknown(call.place)

    def _hides_result(self, decorator: Value, function: Function) -> bool:
        """Whether a decorator may replace the result: those of libraries are trusted."""
        if isinstance(decorator, Symbol | Object | Member):
            return isinstance(decorator, Object) and decorator.path.startswith("returned:?")
        if not isinstance(decorator, Function | BoundMethod) or function.place is None:
            return True
        key = id(decorator), id(function)
        if key not in self._transparent:
            self._transparent[key] = False
            with self._run.muted():
                given = [Argument(function, function.place)]
                result = self.apply(decorator, given, {}, function.place)
            self._transparent[key] = result is function
        return not self._transparent[key]

    # -- imports ---------------------------------------------------------------------------

    def import_name(self, frame: Frame, node: ast.ImportFrom, alias: ast.alias) -> Value:
        run = self._run
        place = Place(frame.chunk, alias)
        source = run.import_module(frame.module.file, node.module or "", node.level, place)
        if isinstance(source, ModuleValue):
            return Deferred(source, alias.name, place)
        if isinstance(source, Symbol) and not run.is_modelled(source.path):
            file = run.workspace.resolve_import(frame.module.file, f"{node.module}.{alias.name}")
            if file is not None:
                return ModuleValue(file, place)
        return get_attribute(run, source, alias.name, place)

    def enter_context(self, context: Value, place: Place) -> Value:
        """What `with ... as name` binds."""
        if isinstance(context, Stream):
            return context.element
        if isinstance(context, Instance):
            method = context.cls.lookup("__enter__")
            if isinstance(method, Function):
                call = Call("", [], {}, place, self._run)
                return self.call_function(method, context, call)
        return context


def receiver_family(run: Interpreter, base: Value) -> str:
    """The name under which the methods of a value are modelled."""
    if isinstance(base, Tensor):
        return "Tensor"
    if isinstance(base, Object):
        return run.library.family(base.path)
    if isinstance(base, Sequence):
        return "builtins." + base.kind
    if isinstance(base, Mapping):
        return "builtins.dict"
    if isinstance(base, Const):
        if isinstance(base.value, PurePath):
            return "pathlib.Path"
        return "builtins." + type(base.value).__name__
    if isinstance(base, Instance):
        bases = base.cls.library_bases
        return run.library.family(bases[0]) if bases else "?"
    return "?"


def _copy(call: Call) -> Call:
    again = Call(call.path, call.positional, call.keywords, call.place, call.interpreter, call.open)
    again.certain = call.certain
    return again


def _is_static(function: Function) -> bool:
    return bool(function.decorators) and any(
        isinstance(d, Symbol) and d.path == "builtins.staticmethod" for d in function.decorators
    )


@lru_cache(maxsize=4096)
def is_generator(node: ast.AST) -> bool:
    pending: list[ast.AST] = list(ast.iter_child_nodes(node))
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            pending.extend(ast.iter_child_nodes(current))
    return False
