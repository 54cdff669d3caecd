"""Settings that a function reads from one object."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from seismograd.reproduce.context.project_view import ProjectView, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues, other_than
from seismograd.reproduce.generate.offline.inputs.sizes_by_role import size_for
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction, SourceTrees

MOST_FIELDS = 60
_METHODS = {"items", "keys", "values", "get", "update", "copy", "pop", "setdefault"}


class _Maker(Protocol):
    """What makes objects of the project's classes."""

    project: ProjectView
    trees: SourceTrees
    settings: KnownSettings
    reported: ReportValues

    def instance(
        self, builder: DraftBuilder, symbol: Symbol, variable: str, depth: int = 0
    ) -> str: ...


def settings_object(
    maker: _Maker, builder: DraftBuilder, function: AnyFunction | None, name: str, depth: int
) -> str | None:
    """None where the project knows none of the values that are read from it."""
    fields = _read_anywhere(maker.trees, name, keys=False)
    fitting = [(len({p.name for p in s.parameters} & set(fields)), s) for s in _classes(maker)]
    most, meant = max(fitting, key=lambda one: one[0], default=(0, None))
    if meant is not None and (most or not fields):
        return maker.instance(builder, meant, name, depth + 1)
    keys = [] if fields else _read_anywhere(maker.trees, name, keys=True)
    written = maker.settings.file_with(fields or keys)
    form = f"{name}[{{!r}}]" if keys else f"{name}.{{}}"
    sizes = {
        one: size_for(maker.trees, function, form.format(one)) or "None" for one in fields or keys
    }
    values = {one: _value(maker, builder, one, written, sizes[one]) for one in sizes}
    if not set(values.values()) - {"None"}:
        return None
    if "None" in values.values():
        builder.guessed.append(name)
    return _made(builder, name, values, as_mapping=bool(keys))


def _made(builder: DraftBuilder, name: str, values: Mapping[str, str], *, as_mapping: bool) -> str:
    if as_mapping:
        pairs = ", ".join(f"{key!r}: {value}" for key, value in values.items())
        return builder.define(name, f"{{{pairs}}}")
    builder.use("from types import SimpleNamespace")
    pairs = ", ".join(f"{key}={value}" for key, value in values.items())
    return builder.define(name, f"SimpleNamespace({pairs})")


def _value(
    maker: _Maker, builder: DraftBuilder, name: str, written: Mapping[str, object], size: str
) -> str:
    """By a file that has them all, where there is one; what nobody knows is left empty."""
    known = repr(written[name]) if name in written else maker.settings.value(name)
    reported = maker.reported.value(name)
    if reported is not None:
        made_up = known is None or known == reported
        ordinary = size if size != "None" else reported
        value = other_than(ordinary, reported) if made_up else known
        return builder.constant(name.upper(), value or reported, made_up=made_up)
    if known is not None or size == "None":
        return known or size
    return builder.constant(name.upper(), size, made_up=True)


def _classes(maker: _Maker) -> Iterator[Symbol]:
    for symbol in maker.project.symbols:
        if symbol.role is Role.CONFIG and symbol.kind is SymbolKind.CLASS and symbol.module:
            yield symbol


def _read_anywhere(trees: SourceTrees, name: str, *, keys: bool) -> list[str]:
    """What the project reads from anything of that name, as it is handed on under it."""
    read = (one for file in trees.files() for one in _read(trees.tree(file), name, keys))
    return [one for one in dict.fromkeys(read) if keys or one not in _METHODS][:MOST_FIELDS]


def _read(tree: ast.Module | None, name: str, keys: bool) -> Iterator[str]:
    """Attributes, or keys in brackets: `config["width"]`."""
    plain = re.compile(rf"(?:self\.)?_?{re.escape(name)}")
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, ast.Subscript | ast.Attribute):
            continue
        if not plain.fullmatch(_text(node.value)):
            continue
        if isinstance(node, ast.Attribute):
            if not keys and isinstance(node.ctx, ast.Load):
                yield node.attr
        elif keys and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            yield node.slice.value


def _text(node: ast.expr) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
