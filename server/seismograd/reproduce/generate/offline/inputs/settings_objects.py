"""Settings that a function reads from one object."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.report_values import other_than
from seismograd.reproduce.generate.offline.inputs.sizes_by_role import size_for
from seismograd.reproduce.generate.offline.source_trees import AnyFunction, SourceTrees

if TYPE_CHECKING:
    from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker

MOST_FIELDS = 60
_METHODS = {"items", "keys", "values", "get", "update", "copy", "pop", "setdefault"}


def settings_object(
    maker: InputMaker, builder: DraftBuilder, function: AnyFunction | None, name: str, depth: int
) -> str | None:
    """None where the project knows none of the values that are read from it."""
    fields = _read_anywhere(maker.trees, name, keys=False)
    meant = _settings_class(maker, fields)
    if meant is not None:
        return maker.instance(builder, meant, name, depth + 1)
    keys = [] if fields else _read_anywhere(maker.trees, name, keys=True)
    written = maker.settings.file_with(fields or keys)
    form = f"{name}[{{!r}}]" if keys else f"{name}.{{}}"
    values: dict[str, str] = {}
    for one in fields or keys:
        size = size_for(maker.trees, function, form.format(one))
        values[one] = _value(maker, builder, one, written, size)
    if not set(values.values()) - {"None"}:
        return None
    if "None" in values.values():
        builder.guessed.append(name)
    return _made(builder, name, values, as_mapping=bool(keys))


def _settings_class(maker: InputMaker, fields: list[str]) -> Symbol | None:
    """The one that has most of the fields that are read."""
    classes = [
        symbol
        for symbol in maker.project.symbols
        if symbol.role is Role.CONFIG and symbol.kind is SymbolKind.CLASS and symbol.module
    ]
    fitting = [(len({p.name for p in one.parameters} & set(fields)), one) for one in classes]
    most, meant = max(fitting, key=lambda one: one[0], default=(0, None))
    return meant if most or not fields else None


def _made(builder: DraftBuilder, name: str, values: Mapping[str, str], *, as_mapping: bool) -> str:
    if as_mapping:
        pairs = ", ".join(f"{key!r}: {value}" for key, value in values.items())
        return builder.define(name, f"{{{pairs}}}")
    builder.use("from types import SimpleNamespace")
    pairs = ", ".join(f"{key}={value}" for key, value in values.items())
    return builder.define(name, f"SimpleNamespace({pairs})")


def _value(
    maker: InputMaker,
    builder: DraftBuilder,
    name: str,
    written: Mapping[str, object],
    size: str | None,
) -> str:
    """By a file that has them all, where there is one; what nobody knows is left empty."""
    known = repr(written[name]) if name in written else maker.settings.value(name)
    reported = maker.reported.value(name)
    if reported is not None:
        made_up = known is None or known == reported
        ordinary = other_than(size or reported, reported) if made_up else known or ""
        return builder.constant(name.upper(), ordinary, made_up=made_up)
    if known is not None or size is None:
        return known or "None"
    return builder.constant(name.upper(), size, made_up=True)


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
        if not isinstance(node.value, ast.Name | ast.Attribute):
            continue
        if not plain.fullmatch(ast.unparse(node.value)):
            continue
        if isinstance(node, ast.Attribute):
            if not keys and isinstance(node.ctx, ast.Load):
                yield node.attr
        elif keys and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            yield node.slice.value
