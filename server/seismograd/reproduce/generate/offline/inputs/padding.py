"""The number that fills up short sequences, and what a mask of the project says by its truth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees

_PAD = re.compile(r"(\w+_)?pad(ding)?(_?(idx|id|index|token|token_id|value))?", re.I)
_SHOWN, _HIDDEN = (ast.NotEq, ast.Lt), (ast.Eq, ast.GtE)
_ABOUT_LENGTHS = re.compile(r"len|pad|arange", re.I)


class Padding:
    def __init__(self, trees: SourceTrees, settings: KnownSettings) -> None:
        self._trees = trees
        self._settings = settings

    def number(self, symbol: Symbol) -> str | None:
        """What a network takes for padding, as a literal; None where it has no such thing."""
        told = [p.default for p in symbol.parameters if _PAD.fullmatch(p.name)]
        node = self._trees.class_of(symbol) or self._trees.function(symbol)
        found = [*told, *(self._value(one) for one in _named_so(node))]
        found += [self._value(one) for one in _compared_with(node)]
        found += (
            [self._settings.value("pad")] if any(_PAD.fullmatch(w) for w in _words(node)) else []
        )
        return next((text for text in found if _is_whole(text)), None)

    def _value(self, node: ast.expr) -> str | None:
        """Of a literal, of a constant of the project, or of a setting."""
        text = ast.unparse(node)
        if is_literal(text):
            return text
        name = text.rpartition(".")[2]
        constants = [s for s in self._trees.project.symbols if s.kind is SymbolKind.CONSTANT]
        values = [s.value for s in constants if s.name == name and s.value]
        return values[0] if values else self._settings.value(name)

    def true_means_hidden(self, name: str) -> bool | None:
        """Of a mask of that name, where the project makes one; None where it does not tell."""
        said = {
            told
            for file in self._trees.files()
            for node in ast.walk(self._trees.tree(file) or ast.Module([], []))
            for told in _says(node, name)
        }
        return said.pop() if len(said) == 1 else None


def _named_so(node: ast.AST | None) -> Iterator[ast.expr]:
    """`nn.Embedding(..., padding_idx=PAD)`, `self.pad = 0`."""
    for one in ast.walk(node) if node else ():
        if isinstance(one, ast.keyword) and one.arg and _PAD.fullmatch(one.arg):
            yield one.value
        elif isinstance(one, ast.keyword) and one.arg == "mask_zero":
            yield from [ast.Constant(0)] if ast.unparse(one.value) == "True" else []
        elif isinstance(one, ast.Assign) and _PAD.fullmatch(_last(one.targets[0])):
            yield one.value


def _compared_with(node: ast.AST | None) -> Iterator[ast.expr]:
    """`mask = ids != 0`, `ids.eq(PAD)`."""
    for one in ast.walk(node) if node else ():
        if not isinstance(one, ast.Assign | ast.keyword) or not _is_mask(one):
            continue
        for inner in ast.walk(one.value):
            if isinstance(inner, ast.Compare) and isinstance(inner.ops[0], ast.Eq | ast.NotEq):
                yield inner.comparators[0]
            elif isinstance(inner, ast.Call) and _last(inner.func) in ("eq", "ne", "not_equal"):
                yield from inner.args[-1:]


def _is_mask(node: ast.Assign | ast.keyword) -> bool:
    name = node.arg if isinstance(node, ast.keyword) else _last(node.targets[0])
    return bool(re.search(r"mask|pad|valid|keep|real", name or "", re.I))


def _says(node: ast.AST, name: str) -> Iterator[bool]:
    """Of `name = ids != PAD`, and of a call with `name=positions >= lengths`."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        value: ast.expr | None = node.value if _last(node.targets[0]) == name else None
    elif isinstance(node, ast.keyword):
        value = node.value if node.arg == name else None
    else:
        return
    is_turned = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Invert)
    compared = value.operand if isinstance(value, ast.UnaryOp) else value
    if not isinstance(compared, ast.Compare) or not _ABOUT_LENGTHS.search(ast.unparse(compared)):
        return
    if isinstance(compared.ops[0], (*_SHOWN, *_HIDDEN)):
        yield isinstance(compared.ops[0], _HIDDEN) != is_turned


def _words(node: ast.AST | None) -> set[str]:
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name)) if node else ()
    return {one.id for one in names}


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_whole(text: str | None) -> bool:
    return text is not None and is_literal(text) and type(literal_value(text)) is int
