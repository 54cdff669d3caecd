"""Arguments of Keras that take a name, a function or an object."""

from __future__ import annotations

import ast

from seismograd.faults import Edit
from seismograd.program.settings import Setting
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.setting_edits import setting_edits
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import ConfigConst, Const, Object, Symbol
from seismograd.source.rewrite import remove_argument, replace, source_of


def named_value(
    setting: Setting, keyword: str, new: str, context: RepairContext
) -> tuple[Edit, ...]:
    """Give the argument a name. Raises `CannotWrite`."""
    value = setting.value
    if value is None or isinstance(value, ConfigConst):
        return setting_edits(setting, keyword, f'"{new}"', context)
    if isinstance(value, Const) and isinstance(value.value, str):
        last = source_of(setting.source)[-1]
        quote = last if last in "\"'" else '"'
        return setting_edits(setting, keyword, f"{quote}{new}{quote}", context)
    return (replace_argument(setting, f'"{new}"'),)


def replace_argument(setting: Setting, text: str) -> Edit:
    """Write code in the place of an argument that is no name. Raises `CannotWrite`."""
    if isinstance(setting.value, Symbol) and setting.value.path == "?":
        raise CannotWrite("the call is given arguments that are not known")
    if not isinstance(setting.value, Symbol | Object | Const):
        raise CannotWrite("it is computed when the program runs")
    return replace(setting.place, text)


def without_argument(
    call: Call | None, setting: Setting, keyword: str, nothing: str | None, context: RepairContext
) -> tuple[Edit, ...]:
    """Take the argument out; `nothing`: what names no value, where the value stands elsewhere.

    Raises `CannotWrite`.
    """
    node = None if call is None else call.place.node
    keywords = node.keywords if isinstance(node, ast.Call) and _is_in_call(setting) else []
    own = [one for one in keywords if one.value is setting.place.node]
    edit = remove_argument(call.place, own[0]) if own and call is not None else None
    if edit is not None:
        return (edit,)
    if nothing is None:
        raise CannotWrite("it does not stand in the call of the layer")
    return named_value(setting, keyword, nothing, context)


def _is_in_call(setting: Setting) -> bool:
    """Whether the value stands where it is given, not in a constant or a configuration."""
    is_object = isinstance(setting.value, Symbol | Object)
    return is_object or (
        setting.source.node is setting.place.node and not isinstance(setting.value, ConfigConst)
    )
