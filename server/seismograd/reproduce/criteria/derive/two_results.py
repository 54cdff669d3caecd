"""Two results that the report's own code compares: what lies between them says what is wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.report.values.shown import Shown
from seismograd.source.shallow_parse import parse_expression, parse_module

_COMPARING = frozenset(
    {"allclose", "equal", "array_equal", "isclose", "assert_close", "assert_allclose", "dist",
     "eq", "ne", "max_abs_difference"}
)  # fmt: skip
_LOADS = re.compile(r"\bload|restore|from_pretrained|from_checkpoint|\bresume", re.I)
_SEEDS = re.compile(r"seed", re.I)
_EVALUATES = re.compile(
    r"predict|eval|infer|valid|score|embed|encode|classify|forecast|transcribe|detect|extract|"
    r"recommend|rank|translate|decode|transform",
    re.I,
)
_NETWORK = re.compile(r"^(?:self\.)?\w*(?:model|net|network|module|classifier)$", re.I)
_IN_EVALUATION = re.compile(
    r"\.eval\(\)|\.train\((?:mode=)?False\)|training=False|inference_mode", re.I
)


@dataclass(frozen=True, slots=True)
class _Result:
    text: str
    """As an expression, with what a name stands for."""
    line: int


@dataclass(frozen=True, slots=True)
class TwoResults:
    first: _Result
    second: _Result
    before: str
    """The code up to the first."""
    between: str

    @property
    def symptom(self) -> str | None:
        """Of which family a difference is; None where they may differ for many reasons."""
        if _LOADS.search(self.between):
            return "reload"
        if self.first.text == self.second.text:
            return self._of_the_same_call()
        return "batch" if _is_one_of_a_batch(self.first.text, self.second.text) else None

    @property
    def may_differ(self) -> bool:
        """The same call of a network that nobody has put into evaluation mode."""
        same = self.first.text == self.second.text and not self.between.strip()
        callee = self.first.text.partition("(")[0]
        return same and _NETWORK.search(callee) is not None and not self._is_in_evaluation()

    def _of_the_same_call(self) -> str | None:
        if _SEEDS.search(self.between) or _SEEDS.search(self.first.text):
            return "determinism"
        return "evaluation" if not self.between.strip() and self._is_in_evaluation() else None

    def _is_in_evaluation(self) -> bool:
        """A network that was left in training mode may give what it likes."""
        callee = self.first.text.partition("(")[0].rpartition(".")[2]
        return bool(_EVALUATES.search(callee) or _IN_EVALUATION.search(self.before))


def two_results(shown: Shown) -> TwoResults | None:
    """Where the expression is about how far two results are apart, or whether they are equal."""
    try:
        code = parse_module(shown.code)
        expression = parse_expression(shown.expression).body
    except (SyntaxError, ValueError):
        return None
    sides = next(_sides(expression), None)
    if sides is None:
        return None
    first, second = sorted((_result(code, side, shown.line) for side in sides), key=_line)
    if "(" not in first.text or "(" not in second.text:
        return None
    lines = shown.code.splitlines()
    between = _statements_between(code, first.line, second.line)
    return TwoResults(first, second, "\n".join(lines[: first.line]), between)


def _line(result: _Result) -> int:
    return result.line


def _sides(expression: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            if ast.unparse(node.func).rpartition(".")[2] in _COMPARING:
                yield node.args[0], node.args[1]
        elif isinstance(node, ast.Call) and len(node.args) == 1:
            if isinstance(node.func, ast.Attribute) and node.func.attr in _COMPARING:
                yield node.func.value, node.args[0]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            yield node.left, node.right
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            yield node.left, node.comparators[0]


def _result(code: ast.Module, side: ast.expr, line: int) -> _Result:
    """The last assignment of a name before the comparison; else the expression where it is.

    What is taken of the result does not count.
    """
    root = _root(side)
    if isinstance(root, ast.Name):
        made = [n for n in ast.walk(code) if isinstance(n, ast.Assign) and n.lineno < line]
        mine = [n for n in made if any(ast.unparse(t) == root.id for t in n.targets)]
        if mine:
            last = max(mine, key=lambda node: node.lineno)
            return _Result(ast.unparse(last.value), last.lineno)
    return _Result(ast.unparse(side), line)


def _statements_between(code: ast.Module, first: int, second: int) -> str:
    """Statements that do something; the blocks that they stand in do not count."""
    simple = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
    found = [n for n in ast.walk(code) if isinstance(n, simple) and first < n.lineno < second]
    return "\n".join(ast.unparse(one) for one in found if not _prints(one))


def _prints(statement: ast.stmt) -> bool:
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    return is_call and ast.unparse(statement).startswith(("print(", "pprint("))


def _is_one_of_a_batch(first: str, second: str) -> bool:
    """`model(x)[0]` beside `model(x[:1])[0]`, in either order."""
    return _alone(first) == _call(second) != "" or _alone(second) == _call(first) != ""


def _alone(text: str) -> str:
    """The call with the whole batch in the place of one of it."""
    call = _call(text)
    sliced = re.sub(r"\[(?:0:1|:1|0|\[0\])\](?:\.unsqueeze\(0\)|\[None\])?", "", call, count=1)
    return sliced if sliced != call else ""


def _call(text: str) -> str:
    """Without what is taken of the result."""
    node = _root(ast.parse(text, mode="eval").body)
    return ast.unparse(node) if isinstance(node, ast.Call) else ""


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node
