"""Write the value of a setting where it stands: in a call, a constant, a default, or a config."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable

from seismograd.faults import Edit
from seismograd.program.settings import Setting
from seismograd.repair.command_line import check_command_line
from seismograd.repair.context import RepairContext
from seismograd.repair.edits.call_edits import set_arguments
from seismograd.repair.edits.config_edits import config_edit
from seismograd.repair.parameter import CannotWrite
from seismograd.source.evaluate.values import ConfigConst, Const, Place
from seismograd.source.rewrite import replace

COMPUTED = "it is computed when the program runs"
_LITERALS = (ast.Constant, ast.UnaryOp, ast.BinOp)
_NAMES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def setting_edits(
    setting: Setting, keyword: str, text: str, context: RepairContext
) -> tuple[Edit, ...]:
    """`keyword`: the library's own name, for a call that leaves the default.

    Raises `CannotWrite`.
    """
    if setting.is_default:
        return set_arguments(setting.place, {keyword: text})
    value = setting.value
    if isinstance(value, ConfigConst):
        return (config_edit(value, text, context.read, context.arguments),)
    if not isinstance(value, Const) or value.place is None:
        check_command_line(value, context.arguments)
        raise CannotWrite(COMPUTED)
    place, text = _literal(value, text)
    check_command_line(Const(value.value, place, value.soft), context.arguments)
    return (replace(place, text),)


def distinct(settings: Iterable[Setting]) -> list[Setting]:
    """Of those that one constant, default or line of a config sets, the first."""
    found: dict[Hashable, Setting] = {}
    for setting in settings:
        found.setdefault(_origin(setting), setting)
    return list(found.values())


def _origin(setting: Setting) -> Hashable:
    value = setting.value
    if isinstance(value, ConfigConst):
        return value.file, value.keys
    if isinstance(value, Const) and value.place is not None:
        return _shifted(value)[0].span if _is_shifted(value) else value.place.span
    return setting.place.span


def _literal(value: Const, text: str) -> tuple[Place, str]:
    """Where to write, and what: of `EPOCHS + 1`, the literal that EPOCHS is set to."""
    assert value.place is not None
    if _is_shifted(value):
        place, shift = _shifted(value)
        text = shift(text)
    else:
        place = value.place
    if not isinstance(place.node, _LITERALS):
        raise CannotWrite("it is not a literal in the source")
    if any(isinstance(node, _NAMES) for node in ast.walk(place.node)):
        raise CannotWrite(COMPUTED)
    return place, text


def _is_shifted(value: Const) -> bool:
    """Whether it is a name plus or minus a whole number."""
    node = value.place.node if value.place is not None else None
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
        return False
    return isinstance(node.left, _NAMES[:3]) and _number(node.right) and len(value.trail) == 2


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _shifted(value: Const) -> tuple[Place, Callable[[str], str]]:
    """The literal behind the name, and what is written there for a wanted sum."""
    assert value.place is not None
    node = value.place.node
    assert isinstance(node, ast.BinOp)
    assert isinstance(node.right, ast.Constant)
    number = int(str(node.right.value))
    amount = number if isinstance(node.op, ast.Add) else -number
    return value.trail[0], lambda text: str(int(text) - amount)
