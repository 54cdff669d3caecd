"""A setting of the project's training, given where the training is put together."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind

_HOLDERS = ("SimpleNamespace", "dict", "Namespace")


def with_setting(
    case: Case, statements: Sequence[str], pattern: re.Pattern[str], value: str
) -> tuple[str, ...] | None:
    """The statements with that value for whatever is called so; None where nothing is."""
    giving = _Giving(case, pattern, value)
    given = tuple(giving.text(statement) for statement in statements)
    return given if giving.found else None


class _Giving(ast.NodeTransformer):
    def __init__(self, case: Case, pattern: re.Pattern[str], value: str) -> None:
        self._case, self._pattern, self._value = case, pattern, value
        self.found = False

    def text(self, statement: str) -> str:
        before = self.found
        self.found = False
        changed = ast.fix_missing_locations(self.visit(ast.parse(statement)))
        text = ast.unparse(changed) if self.found else statement
        self.found = self.found or before
        return text

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in _HOLDERS:
            self._replace(node)
            return node
        parameters = self._parameters(name)
        for index, parameter in enumerate(parameters):
            if self._pattern.fullmatch(parameter):
                self._give(node, index, parameter)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        for index, key in enumerate(node.keys):
            text = key.value if isinstance(key, ast.Constant) else None
            if isinstance(text, str) and self._pattern.fullmatch(text):
                node.values[index] = self._name()
        return node

    def _replace(self, node: ast.Call) -> None:
        for keyword in node.keywords:
            if keyword.arg and self._pattern.fullmatch(keyword.arg):
                keyword.value = self._name()

    def _give(self, node: ast.Call, index: int, parameter: str) -> None:
        if index < len(node.args):
            node.args[index] = self._name()
            return
        others = [keyword for keyword in node.keywords if keyword.arg != parameter]
        node.keywords = [*others, ast.keyword(parameter, self._name())]

    def _name(self) -> ast.expr:
        self.found = True
        return ast.parse(self._value, mode="eval").body

    def _parameters(self, name: str) -> list[str]:
        found = [one for one in self._case.project.symbols if _is_called(one, name)]
        return [parameter.name for parameter in found[0].parameters] if found else []


def _is_called(symbol: Symbol, name: str) -> bool:
    is_code = symbol.kind is not SymbolKind.CONSTANT
    return is_code and symbol.name.rpartition(".")[2] == name
