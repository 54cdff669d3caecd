"""The abstract interpreter: one run of one part of a project."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TypeVar

from seismograd.source.chunks import Chunk
from seismograd.source.document import Document
from seismograd.source.evaluate import expressions, statements
from seismograd.source.evaluate.attributes import get_attribute
from seismograd.source.evaluate.branching import MISSING, Signal, Store, join
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.deadline import Deadline
from seismograd.source.evaluate.frames import Frame, Module
from seismograd.source.evaluate.invocation import Invocation
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Choice,
    Class,
    Const,
    Deferred,
    Function,
    Instance,
    Mapping,
    ModuleValue,
    Place,
    Sequence,
    Symbol,
    Unknown,
    Value,
)
from seismograd.source.workspace import Workspace

MAX_STEPS = 120_000
MAX_NESTING = 120
MAX_BLOCKS = 300
MOST_OF_REST = 0.6
"""Of the steps that are left: examples made one by one must not use up what the training needs."""
STEPS_BETWEEN_LOOKS = 256
"""Steps after which the clock is looked at: looking takes about as long as one of them."""

T = TypeVar("T")


class BudgetExceeded(Exception):
    """The code does more than can be followed in the time that an editor has."""


class Interpreter:
    """Evaluates expressions and runs statements over abstract values, and logs library calls."""

    def __init__(
        self,
        workspace: Workspace,
        library: Library,
        budget: int = MAX_STEPS,
        deadline: Deadline | None = None,
    ) -> None:
        self.workspace = workspace
        self.library = library
        self.store = Store()
        self.invocation = Invocation(self)
        self.calls: list[Call] = []
        self.loops: list[Loop] = []
        self.instances: list[Instance] = []
        self.reached: set[ast.AST] = set()
        self.dependencies: dict[tuple[str, str], tuple[Chunk, ...]] = {}
        self.files: dict[str, bytes] = {}
        """Files other than Python that were read, with what was read."""
        self.notes: list[object] = []
        """Facts that models leave for the reader of the program, such as shape conflicts."""
        self.state: dict[str, Mapping] = {}
        """What models keep for themselves during the run."""
        self.main_files: list[str] = []
        """The files that this run starts from."""
        self.split_after: int | None = None
        """The last call before one whose receiver may be several things was taken apart."""
        self.loop: Loop | None = None
        self.contexts: tuple[Value, ...] = ()
        self.branches: tuple[ast.AST, ...] = ()
        self.function: Function | None = None
        self._modules: dict[str, Module | None] = {}
        self.trial_calls: list[Call] = []
        """Calls of trial runs: of what the program builds but does not run itself."""
        self._unlogged: list[Call] = []
        self.classes: list[Class] = []
        """Classes of the project that were come across."""
        self._muted = 0
        self._on_trial = False
        self._recorded = 0
        self._deadline = deadline
        self._steps = 0
        self._reserve = budget
        self._nesting = 0
        self._blocks = 0

    # -- running ---------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""
        self._steps -= 1
        if self._steps < 0:
            self._draw_on_reserve()
        action = _EXPRESSIONS.get(type(node))
        if action is None or self._nesting > MAX_NESTING:
            return Unknown(Place(frame.chunk, node))
        self._nesting += 1
        value = action(self, node, frame)
        self._nesting -= 1
        return value

    def execute(self, block: list[ast.stmt], frame: Frame) -> Signal:
        """Run statements until one leaves the block."""
        nesting = self._nesting
        self._blocks += 1
        try:
            return self._run_block(block, frame) if self._blocks <= MAX_BLOCKS else Signal.NORMAL
        finally:
            self._blocks -= 1
            self._nesting = nesting

    def _run_block(self, block: list[ast.stmt], frame: Frame) -> Signal:
        for statement in block:
            self._steps -= 1
            if self._steps < 0:
                self._draw_on_reserve()
            action = _STATEMENTS.get(type(statement))
            if action is not None:
                signal = action(self, statement, frame)
                if signal:
                    return signal
        return Signal.NORMAL

    def spend(self, steps: int) -> None:
        """Count work that is not a step by itself; raises `BudgetExceeded`."""
        self._steps -= steps
        if self._steps < 0:
            self._draw_on_reserve()

    def _draw_on_reserve(self) -> None:
        left = self.steps_left
        if left >= 0 and self._deadline is not None and self._deadline.is_over():
            left = self.steps_left = -1
        if left < 0:
            raise BudgetExceeded
        self._steps = min(left, STEPS_BETWEEN_LOOKS)
        self._reserve = left - self._steps

    @property
    def steps_left(self) -> int:
        return self._steps + self._reserve

    @steps_left.setter
    def steps_left(self, steps: int) -> None:
        self._steps, self._reserve = 0, steps

    def is_too_much(self, steps_before: int, done: int, rounds: int) -> bool:
        """Whether the rounds to come would leave too little, if they take as long as those done."""
        each = (steps_before - self.steps_left) / done
        return each * (rounds - done) > MOST_OF_REST * self.steps_left

    def record(self, call: Call) -> None:
        """Log a library call with its surroundings."""
        call.loop = self.loop
        call.contexts = self.contexts
        call.branches = self.branches
        call.function = self.function
        self._recorded += 1
        call.index = self._recorded
        if not self._muted:
            self.calls.append(call)
        elif self._on_trial:
            self.trial_calls.append(call)
        else:
            self._unlogged.append(call)

    @contextmanager
    def muted(self, *, trial: bool = False) -> Iterator[None]:
        """Run something for its values only: nothing in it is logged but in a trial's own log."""
        self._muted += 1
        was_on_trial, self._on_trial = self._on_trial, trial
        try:
            with self.aside():
                yield
        finally:
            self._on_trial = was_on_trial
            self._muted -= 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Run something that belongs to none of the surroundings."""
        kept = self.loop, self.contexts, self.branches, self.function
        self.loop, self.contexts, self.branches, self.function = None, (), (), None
        try:
            yield
        finally:
            self.loop, self.contexts, self.branches, self.function = kept

    def branch(self, node: ast.AST) -> _Branch:
        """Run something that happens only under a condition that is not known."""
        return _Branch(self, node)

    @contextmanager
    def split(self) -> Iterator[None]:
        """Run a call for each of the things that its receiver may be."""
        kept, self.split_after = self.split_after, self._recorded
        try:
            yield
        finally:
            self.split_after = kept

    def close(self) -> None:
        """Take apart what the run made, which is of no use after this: things that hold each other
        would wait for the garbage collector."""
        for call in chain(self.calls, self.trial_calls, self._unlogged):
            call.take_apart()
        for cls in self.classes:
            cls.take_apart()
        for loop in self.loops:
            loop.take_apart()
        for module in self._modules.values():
            if module is not None:
                module.take_apart()
        del self.invocation
        for kept in (self.calls, self.trial_calls, self._unlogged, self.instances, self.loops,
                     self.notes, self.classes, self.reached, self.dependencies, self.files,
                     self.state, self._modules):  # fmt: skip
            kept.clear()

    @property
    def is_muted(self) -> bool:
        return self._muted > 0

    def attempt(self, action: Callable[[], T]) -> T | None:
        """The result of an action, or None where it does more than can be followed."""
        nesting = self._nesting
        try:
            return action()
        except (BudgetExceeded, RecursionError):
            self._nesting = nesting
            return None

    # -- names -----------------------------------------------------------------------------

    def load_module(self, document: Document, name: str) -> Module:
        module = Module(document, name)
        self.main_files.append(document.path)
        self._modules[document.path] = module
        return module

    def module(self, path: str) -> Module | None:
        """A project module, evaluated name by name as names are asked for."""
        if path not in self._modules:
            document = self.workspace.document(path)
            name = self.workspace.module_name(path)
            self._modules[path] = None if document is None else Module(document, name)
        return self._modules[path]

    def module_frame(self, place: Place) -> Frame:
        """The global scope of the file in which a place lies."""
        module = self.module(place.chunk.document.path)
        if module is None:
            module = self.load_module(place.chunk.document, "")
        return module.frame

    def global_value(self, module: Module, name: str) -> Value | None:
        """A global of a module; the statements that set it are run when it is first asked for."""
        if (module.file, name) not in self.dependencies:
            self._depend_on(module, name)
        known = module.frame.locals.get(name)
        if known is None:
            for chunk in self._defining(module, name):
                if chunk not in module.done:
                    self._run_chunk(module, chunk)
            known = module.frame.locals.get(name)
        if known is None:
            return self._star_import(module, name)
        return self._settled(module.frame, name, known) if type(known) in _UNSETTLED else known

    def _defining(self, module: Module, name: str) -> list[Chunk]:
        """The statements that give a global its final value, in order.

        Statements in between that read it are among them: they have to see it as it is then.
        """
        setting = module.document.definitions.get(name, [])
        if len(setting) < 2:
            return setting
        chunks = module.document.chunks
        word = name.encode()
        return [
            chunk
            for chunk in chunks[chunks.index(setting[0]) : chunks.index(setting[-1]) + 1]
            if chunk in setting or (chunk.is_assignment and word in chunk.identifiers)
        ]

    def _settled(self, frame: Frame, name: str, value: Value) -> Value:
        """Follow an import now that its name is asked for."""
        if isinstance(value, Choice) and any(isinstance(o, Deferred) for o in value.options):
            value = join([self._settled(frame, name, option) for option in value.options])
        elif isinstance(value, Deferred):
            # Until it is known, a name that leads back to itself through imports is unknown.
            frame.locals[name] = Unknown(value.place, name)
            assert value.place is not None
            value = get_attribute(self, value.module, value.name, value.place)
        else:
            return value
        frame.locals[name] = value
        return value

    def _depend_on(self, module: Module, name: str) -> None:
        definitions = tuple(module.document.definitions.get(name, ()))
        self.dependencies[module.file, name] = definitions

    def _run_chunk(self, module: Module, chunk: Chunk) -> None:
        module.done.add(chunk)
        frame = module.frame
        kept, frame.chunk = frame.chunk, chunk
        try:
            # The globals that a function uses of its own module are part of its program.
            own = module.file in self.main_files
            with self.store.lasting(), self.aside() if own else self.muted():
                self.execute(chunk.statements, frame)
        finally:
            frame.chunk = kept

    def _star_import(self, module: Module, name: str) -> Value | None:
        for chunk in module.document.definitions.get("*", ()):
            for statement in chunk.statements:
                if isinstance(statement, ast.ImportFrom):
                    found = self._from_star(module, statement, name)
                    if found is not None:
                        return found
        return None

    def _from_star(self, module: Module, statement: ast.ImportFrom, name: str) -> Value | None:
        source = statement.module or ""
        file = self.workspace.resolve_import(module.file, source, statement.level)
        if file is not None and file != module.file:
            other = self.module(file)
            return self.global_value(other, name) if other and self._exports(other, name) else None
        path = self.library.canonical(f"{source}.{name}")
        exported = self.library.exports.get(self.library.canonical(source), frozenset())
        known = name in exported or path in self.library.functions
        return Symbol(path) if known and not statement.level else None

    def _exports(self, module: Module, name: str) -> bool:
        """Whether `from module import *` brings a name."""
        if "__all__" not in module.document.definitions:
            return not name.startswith("_")
        listed = self.global_value(module, "__all__")
        if not isinstance(listed, Sequence) or listed.open:
            return True
        return any(isinstance(item, Const) and item.value == name for item in listed.items)

    def import_module(self, importer: str, name: str, level: int, place: Place) -> Value:
        """The module behind an import statement."""
        if not level and self.is_modelled(name):
            return Symbol(self.library.canonical(name), place)
        file = self.workspace.resolve_import(importer, name, level)
        if file is not None:
            return ModuleValue(file, place)
        if level:
            return Unknown(place, name)
        return Symbol(self.library.canonical(name), place)

    def import_package(self, importer: str, name: str, place: Place) -> Value:
        """What `import a.b.c` binds to the name `a`."""
        top = name.partition(".")[0]
        value = self.import_module(importer, top, 0, place)
        if isinstance(value, Symbol) and top != name and not self.is_modelled(name):
            folder = self.workspace.namespace_package(importer, name)
            value = value if folder is None else ModuleValue(folder, place)
        return value

    def is_modelled(self, module_name: str) -> bool:
        """Frameworks are never looked for in the project, even in their own source tree."""
        return module_name.partition(".")[0] in MODELLED

    def lookup(self, name: str, frame: Frame) -> Value | None:
        scope: Frame | None = frame.free.get(name, frame) if frame.free else frame
        while scope is not None:
            if scope is scope.module.frame:
                return self.global_value(scope.module, name)
            found = scope.locals.get(name)
            if found is not None and found is not MISSING:
                return self._settled(scope, name, found) if type(found) in _UNSETTLED else found
            scope = scope.parent
        return None

    def assign(self, frame: Frame, name: str, value: Value) -> None:
        scope = frame.free.get(name, frame) if frame.free else frame
        self.store.set(scope.locals, name, value)

    def register(self, instance: Instance) -> None:
        if not self._muted:
            self.instances.append(instance)

    def subclass_of(self, cls: Class, *paths: str) -> bool:
        return any(self.library.family(base) in paths for base in cls.library_bases)


class _Branch:
    """A class, since a generator as context manager takes three times as long."""

    __slots__ = ("_kept", "_node", "_run")

    def __init__(self, run: Interpreter, node: ast.AST) -> None:
        self._run = run
        self._node = node

    def __enter__(self) -> None:
        self._kept = self._run.branches
        self._run.branches = (*self._kept, self._node)

    def __exit__(self, *_: object) -> None:
        self._run.branches = self._kept


_EXPRESSIONS = expressions.ACTIONS
_STATEMENTS = statements.ACTIONS
_UNSETTLED = (Deferred, Choice)
MODELLED = frozenset(
    {
        "argparse", "collections", "dataclasses", "functools", "itertools", "json", "keras",
        "lightning", "math", "numpy", "os", "pandas", "pathlib", "pytorch_lightning", "random",
        "sklearn", "tensorflow", "tf_keras", "tomllib", "torch", "torchvision", "tqdm",
        "transformers", "typing", "yaml",
    }
)  # fmt: skip
