"""Write the value of a setting where it stands: in a call, a constant, a default, or a config."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from seismograd.faults import Edit
from seismograd.program.settings import Setting
from seismograd.repair.config_edits import config_edit
from seismograd.repair.parameter import CannotWrite
from seismograd.repair.scene import Scene
from seismograd.source.evaluate.values import ConfigConst, Const, Place
from seismograd.source.rewrite import enclosing_statement, replace, set_argument

_LITERALS = (ast.Constant, ast.UnaryOp, ast.BinOp)


def setting_edits(setting: Setting, keyword: str, text: str, scene: Scene) -> tuple[Edit, ...]:
    """`keyword`: the library's own name, for a call that leaves the default.

    Raises `CannotWrite`.
    """
    if setting.is_default:
        return (_argument(setting.place, keyword, text),)
    value = setting.value
    if isinstance(value, ConfigConst):
        return (config_edit(value, text, scene.read),)
    if not isinstance(value, Const) or value.place is None:
        raise CannotWrite("it is computed when the program runs")
    _check_command_line(value, scene.arguments)
    if not isinstance(value.place.node, _LITERALS):
        raise CannotWrite("it is not a literal in the source")
    return (replace(value.place, text),)


def _argument(place: Place, keyword: str, text: str) -> Edit:
    edit = set_argument(place, keyword, text)
    if edit is None:
        raise CannotWrite("there is no call to add it to")
    return edit


def _check_command_line(value: Const, arguments: Sequence[str]) -> None:
    """A default of argparse has no effect where the option is given."""
    given = {word.partition("=")[0] for word in arguments if word.startswith("-")}
    flags = _flags(value.place) if value.soft and value.place is not None else set()
    used = sorted(given & flags)
    if used:
        raise CannotWrite(f"the command line gives {used[0]}; change it there")


def _flags(place: Place) -> set[str]:
    """Of the `add_argument` call, or another one with options, that a default stands in."""
    statement = enclosing_statement(place)
    calls = (
        [node for node in ast.walk(statement) if isinstance(node, ast.Call)] if statement else []
    )
    holding = [call for call in calls if place.node in ast.walk(call)]
    texts = (word.value for call in holding for word in call.args if isinstance(word, ast.Constant))
    return {text for text in texts if isinstance(text, str) and text.startswith("-")}
