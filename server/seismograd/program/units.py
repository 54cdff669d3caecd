"""The parts of a file that are run on their own: its body, and what the body does not reach."""

from __future__ import annotations

import ast
import logging
from collections.abc import Callable, Iterator

from seismograd.program.gaps import Gap, Reason
from seismograd.program.relevance import (
    differentiates,
    is_network,
    is_worth_running,
    runs_network,
    trains,
)
from seismograd.source.chunks import Chunk, words_of
from seismograd.source.document import Document
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.deadline import Deadline
from seismograd.source.evaluate.frames import Module
from seismograd.source.evaluate.interpreter import BudgetExceeded, Interpreter
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    BoundMethod,
    Class,
    Const,
    Function,
    Instance,
    Place,
    Tensor,
    Unknown,
    Value,
)
from seismograd.source.module_of_tests import is_module_of_tests
from seismograd.source.workspace import Workspace

log = logging.getLogger(__name__)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BODY_BUDGET = 60_000
"""Steps that the body of a file may take."""
DEFINITION_BUDGET = 8_000
"""Steps that one function or class may take."""
DEFINITIONS_BUDGET = 8_000
STEPS_PER_LINE = 3
"""Steps that all definitions of a file may take together, besides: a long file gets more."""
_ROOT_PACKAGES = frozenset(
    {"keras", "lightning", "pytorch_lightning", "tensorflow", "tf_keras", "torch", "torchvision",
     "transformers"}
)  # fmt: skip


class Run:
    """One finished run of a unit."""

    def __init__(self, interpreter: Interpreter, gaps: list[Gap], budget: int) -> None:
        self.interpreter = interpreter
        self.gaps = gaps
        self.complete = not gaps
        self.steps = budget - max(interpreter.steps_left, 0)


def run_body(
    workspace: Workspace, library: Library, document: Document, deadline: Deadline | None = None
) -> Run:
    """Run a file from top to bottom as a script."""
    interpreter = Interpreter(workspace, library, BODY_BUDGET, deadline)
    module = interpreter.load_module(document, "__main__")
    gaps: dict[Reason, Gap] = {}
    for chunk in document.chunks:
        # Definitions are run when their name is first asked for.
        if chunk in module.done or chunk.defines is not None:
            continue
        module.done.add(chunk)
        module.frame.chunk = chunk
        why = _survive(lambda c=chunk: interpreter.execute(c.statements, module.frame), document)  # type: ignore[misc]
        if why is not None:
            # Where the first one ends for want of steps, none that follows gets any.
            gaps.setdefault(why, Gap(chunk, why))
    return Run(interpreter, list(gaps.values()), BODY_BUDGET)


def run_definition(
    workspace: Workspace,
    library: Library,
    document: Document,
    chunk: Chunk,
    deadline: Deadline | None = None,
) -> Run:
    """Run one function or class with nothing known of its arguments but their defaults."""
    interpreter = Interpreter(workspace, library, DEFINITION_BUDGET, deadline)
    module = interpreter.load_module(document, _module_name(document))
    why = _survive(lambda: _run_named(interpreter, module, chunk.defines or ""), document)
    return Run(interpreter, [] if why is None else [Gap(chunk, why)], DEFINITION_BUDGET)


def _run_named(interpreter: Interpreter, module: Module, name: str) -> None:
    value = interpreter.global_value(module, name)
    if isinstance(value, Function):
        call_unknown(interpreter, value, None)
    elif isinstance(value, Class):
        _run_class(interpreter, value)


def _survive(action: Callable[[], object], document: Document) -> Reason | None:
    """Run something; why it could not be followed to the end, if it could not."""
    try:
        action()
    except BudgetExceeded:
        return Reason.OUT_OF_STEPS
    except RecursionError:
        return Reason.TOO_DEEP
    except Exception:
        # A model that trips over strange code must not cost the rest of the file.
        log.exception("evaluating %s failed", document.path)
        return Reason.FAILED
    return None


def _module_name(document: Document) -> str:
    return document.path.replace("\\", "/").rpartition("/")[2].removesuffix(".py")


def _run_class(run: Interpreter, cls: Class) -> None:
    initialiser = cls.lookup("__init__")
    place = cls.place
    if place is None:
        return
    call = Call(cls.name, [], {}, place, run, open_=True)
    if isinstance(initialiser, Function):
        call = unknown_call(run, initialiser, True, place)
    instance = run.invocation.instantiate(cls, call)
    for method in _methods(cls):
        if method.node not in run.reached and isinstance(instance, Instance):
            call_unknown(run, method, instance)


def _methods(cls: Class) -> list[Function]:
    """Methods to run, those that other methods call last: they are reached from there."""
    chunk = cls.place.chunk if cls.place else None
    text = chunk.text if chunk is not None else b""
    lines = text.split(b"\n")
    own = [value for value in cls.namespace.values() if isinstance(value, Function)]
    texts = ((method, _text_of(method, lines)) for method in own)
    worth = [method for method, one in texts if is_worth_running(one, words_of(one))]
    return sorted(worth, key=lambda method: text.count(b"self." + method.name.encode() + b"("))


def _text_of(method: Function, lines: list[bytes]) -> bytes:
    node, above = method.node, method.chunk.node_line
    return b"\n".join(lines[node.lineno - above : (node.end_lineno or above) - above + 1])


def call_unknown(run: Interpreter, function: Function, receiver: Value | None) -> Value:
    """Call a function with unknown arguments."""
    place = function.place
    assert place is not None
    call = unknown_call(run, function, receiver is not None, place)
    if receiver is not None:
        return run.invocation.call(BoundMethod(function, receiver, place), call, function.scope)
    return run.invocation.call(function, call, function.scope)


def unknown_call(run: Interpreter, function: Function, bound: bool, place: Place) -> Call:
    """A call that gives each parameter its default, softened, or something unknown."""
    arguments = function.node.args
    names = [*arguments.posonlyargs, *arguments.args]
    static = not bound and function.owner is None
    skipped = 0 if static or not names else 1
    keywords: dict[str, Argument] = {}
    first_default = len(names) - len(function.defaults)
    for index, name in enumerate(names[skipped:], start=skipped):
        at = Place(function.chunk, name)
        default = function.defaults[index - first_default] if index >= first_default else None
        keywords[name.arg] = Argument(_assumed(function, name, default, at), at, name.arg)
    return Call(function.name, [], keywords, place, run)


def _assumed(function: Function, name: ast.arg, default: Value | None, place: Place) -> Value:
    if isinstance(default, Const):
        # A default of None says only that the caller may leave it out.
        if default.value is None:
            return Unknown(place, name.arg)
        return Const(default.value, default.place, True)
    if default is not None:
        return default
    if function.name in ("forward", "call") or _annotated_tensor(name.annotation):
        return Tensor("input", (), None, place)
    return Unknown(place, name.arg)


def _annotated_tensor(annotation: ast.expr | None) -> bool:
    name = annotation.attr if isinstance(annotation, ast.Attribute) else None
    if isinstance(annotation, ast.Name):
        name = annotation.id
    return name in ("Tensor", "FloatTensor", "LongTensor")


def definitions(document: Document) -> list[Chunk]:
    """The functions and classes that may hold deep-learning code, and functions that call them.

    Callers come before what they call, so that it is run with the arguments it really gets."""
    if is_module_of_tests(document):
        found = [chunk for chunk in document.chunks if chunk.defines and differentiates(chunk.text)]
    else:
        names = framework_names(document)
        found = [chunk for chunk in document.chunks if _is_relevant(chunk, names)]
        found += _callers(document, found)
    mentions = _mentions(document, found)
    functions = frozenset((c.defines or "").encode() for c in found if not c.is_class)
    return sorted(found, key=lambda chunk: (_priority(chunk, functions), mentions[chunk]))


def _callers(document: Document, found: list[Chunk]) -> list[Chunk]:
    wanted = frozenset((chunk.defines or "").encode() for chunk in found)
    known = set(found)
    return [
        chunk
        for chunk in document.chunks
        if chunk.defines is not None
        and chunk not in known
        and not chunk.is_class
        and not wanted.isdisjoint(chunk.identifiers)
    ]


def _is_relevant(chunk: Chunk, names: frozenset[bytes]) -> bool:
    if chunk.defines is None:
        return False
    if trains(chunk.text):
        return True
    if chunk.identifiers.isdisjoint(names):
        return bool(names) and not chunk.is_class and runs_network(chunk.text)
    return (
        is_network(chunk.text)
        if chunk.is_class
        else is_worth_running(chunk.text, chunk.identifiers)
    )


def _priority(chunk: Chunk, functions: frozenset[bytes]) -> int:
    """0 for networks, training and what calls functions; 1 for what only builds something."""
    called = (chunk.identifiers & functions) - {(chunk.defines or "").encode()}
    return 0 if chunk.is_class or called or trains(chunk.text) else 1


def _mentions(document: Document, chunks: list[Chunk]) -> dict[Chunk, int]:
    counts = dict.fromkeys(chunks, 0)
    words = {(chunk.defines or "").encode(): chunk for chunk in chunks}
    wanted = frozenset(words)
    for chunk in document.chunks:
        for word in wanted & chunk.identifiers:
            counts[words[word]] += 1
    return counts


def framework_names(document: Document) -> frozenset[bytes]:
    """The names that a file's imports bind to frameworks."""
    found: set[str] = set()
    for chunk in document.chunks:
        if b"import" in chunk.identifiers:
            for statement in chunk.statements:
                found.update(_imported(statement))
    return frozenset(name.encode() for name in found)


def _imported(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement) if _is_guarded(statement) else [statement]:
        if isinstance(node, ast.Import):
            frameworks = [alias for alias in node.names if _is_framework(alias.name)]
            yield from (alias.asname or alias.name.partition(".")[0] for alias in frameworks)
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_framework(node.module):
            yield from (alias.asname or alias.name for alias in node.names)


def _is_framework(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _ROOT_PACKAGES


def _is_guarded(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Try | ast.If | ast.With)


class Reached:
    """The functions that runs went through."""

    def __init__(self) -> None:
        self._nodes: set[ast.AST] = set()
        self._asked: set[tuple[str, str]] = set()

    def add(self, run: Run) -> None:
        self._nodes |= run.interpreter.reached
        self._asked |= run.interpreter.dependencies.keys()

    def holds(self, chunk: Chunk) -> bool:
        """Whether a definition was run already: the function, or every method of the class."""
        if (chunk.document.path, chunk.defines) not in self._asked:
            return False
        for statement in chunk.statements:
            if isinstance(statement, ast.ClassDef):
                methods = [inner for inner in statement.body if isinstance(inner, DEFINITIONS)]
                return bool(methods) and all(method in self._nodes for method in methods)
        return any(statement in self._nodes for statement in chunk.statements)
