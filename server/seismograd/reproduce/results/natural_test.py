"""The statements of a script as somebody would write them in a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_NAMES_OF_A_SCRIPT = {"__name__", "__file__", "globals", "locals", "exec", "vars", "ROOT"}
_OF_THE_PROCESS = {
    "exit", "quit", "_exit", "SystemExit", "run_path", "run_module", "argv", "environ",
}  # fmt: skip
"""Other tests would feel what is done with these."""


def is_movable(tree: ast.Module) -> bool:
    """Whether the statements mean the same inside a function of another module."""
    return not any(_belongs_to_a_script(node) for node in ast.walk(_without_failing_ends(tree)))


def split(tree: ast.Module) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """What can stand above a test, up to the first step, and the rest without the docstring."""
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    count = next((i for i, one in enumerate(body) if not _is_head(one)), len(body))
    return body[:count], body[count:]


def natural(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Without what a script prints about itself: a test says it by failing."""
    steps: list[ast.stmt] = []
    for statement in body:
        if _is_print_of(statement, NOT_REPRODUCED):
            continue
        if isinstance(statement, ast.Try) and _only_tells(statement):
            steps += statement.body
        else:
            steps.append(_asserting(statement))
    return steps


def docstring(source: str) -> str:
    """As it stands in the script, without how the script is run."""
    text = ast.get_docstring(ast.parse(source)) or ""
    first = text.partition("\nRun it")[0].strip().replace("\\", " ").replace('"', "'")
    return f'"""{first}\n\nFails while the bug is there.\n"""' if first else ""


def imports(head: Sequence[ast.stmt]) -> Iterator[str]:
    """After the search path is set, which linters do not like and imports need."""
    for statement in head:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield f"{ast.unparse(statement)}  # noqa: E402"


def constants(head: Sequence[ast.stmt], source: str) -> Iterator[str]:
    """With their comments: they say what the trigger is."""
    lines = source.splitlines()
    for statement in head:
        if isinstance(statement, ast.Assign):
            yield from lines[statement.lineno - 1 : statement.end_lineno]


def _is_head(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return False
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0]).isupper() and _is_literal(statement.value)
    return isinstance(statement, ast.Import | ast.ImportFrom | _Definition)


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _belongs_to_a_script(node: ast.AST) -> bool:
    match node:
        case ast.Global() | ast.Nonlocal():
            return True
        case ast.ImportFrom(module="__future__") | ast.ImportFrom(names=[ast.alias(name="*")]):
            return True
        case ast.Name(id=name):
            return name in _NAMES_OF_A_SCRIPT or name in _OF_THE_PROCESS
        case ast.Attribute(attr=name):
            return name in _OF_THE_PROCESS
    return False


def _without_failing_ends(tree: ast.Module) -> ast.Module:
    """Without `raise SystemExit(1)`: a test may fail by it as well."""
    return _Ends().visit(ast.parse(ast.unparse(tree)))  # type: ignore[no-any-return]


class _Ends(ast.NodeTransformer):
    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        return ast.Pass() if _fails(node) else node


def _fails(statement: ast.stmt) -> bool:
    """Whether it is `raise SystemExit(n)` with a literal that means failure."""
    match statement:
        case ast.Raise(
            exc=ast.Call(func=ast.Name(id="SystemExit"), args=[ast.Constant(value=value)])
        ):
            return bool(value)
    return False


def _asserting(statement: ast.stmt) -> ast.stmt:
    """`if bad: print("REPRODUCED: why"); raise SystemExit(1)` is an assertion."""
    match statement:
        case ast.If(test=test, body=[ast.Expr(value=ast.Call(args=[said])) as told, last]) if (
            not statement.orelse and _is_print_of(told, REPRODUCED) and _ends_badly(last)
        ):
            return ast.Assert(_opposite(test), _without_word(said))
    return statement


def _ends_badly(statement: ast.stmt) -> bool:
    return _fails(statement) or isinstance(statement, ast.Assert)


def _opposite(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _without_word(said: ast.expr) -> ast.expr:
    if isinstance(said, ast.Constant) and isinstance(said.value, str):
        return ast.Constant(said.value.removeprefix(REPRODUCED).strip())
    if isinstance(said, ast.JoinedStr) and isinstance(said.values[0], ast.Constant):
        first = str(said.values[0].value).removeprefix(REPRODUCED).lstrip()
        kept = [ast.Constant(first)] if first else []
        return ast.JoinedStr([*kept, *said.values[1:]])
    return said


def _only_tells(statement: ast.Try) -> bool:
    """Whether its handlers print and raise again what they caught."""
    if statement.orelse or statement.finalbody:
        return False
    return all(_raises_again(handler.body) for handler in statement.handlers)


def _raises_again(body: Sequence[ast.stmt]) -> bool:
    *others, last = body
    is_bare = isinstance(last, ast.Raise) and last.exc is None
    return is_bare and all(_is_telling(one) for one in others)


def _is_telling(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        inner = [*statement.body, *statement.orelse]
        return all(_is_telling(one) or _is_bare_raise(one) for one in inner)
    return _is_print_of(statement, "")


def _is_bare_raise(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Raise) and statement.exc is None


def _is_print_of(statement: ast.stmt, beginning: str) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[said, *_])):
            return _beginning(said).startswith(beginning)
    return False


def _beginning(said: ast.expr) -> str:
    if isinstance(said, ast.JoinedStr) and said.values:
        return _beginning(said.values[0])
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
