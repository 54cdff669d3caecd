"""The switches that a model names: constants of its script whose other value is the control."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from seismograd.llm import Malformed
from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.generate.with_model.verdicts import rigged
from seismograd.reproduce.validate.controls.switched import is_plain
from seismograd.source.shallow_parse import parse_module

MOST_SWITCHES = 8
LONGEST_LITERAL = 2_000


def usable(
    given: Sequence[Mapping[str, str]], script: str, has_other_control: bool
) -> tuple[Switch, ...]:
    """Raises `Malformed` for those that the script does not have, unless it can do without."""
    assigned = constants(script)
    switches = [
        Switch(one["name"].strip(), one["trigger"].strip(), one["control"].strip())
        for one in given[:MOST_SWITCHES]
    ]
    _demand_honest(script, switches)
    troubles = {switch: _trouble(switch, assigned) for switch in switches}
    told = [trouble for trouble in troubles.values() if trouble]
    if told and not has_other_control:
        raise Malformed(told[0])
    # Switches are set together: with one of them missing, the others say something else.
    return () if told else tuple(switches)


def constants(script: str) -> Counter[str] | None:
    """What the script assigns at its top level, and how often.

    None where it does not parse: the validator says so better.
    """
    try:
        body = parse_module(script).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    targets = [t for s in body if isinstance(s, ast.Assign) for t in s.targets]
    return Counter(target.id for target in targets if isinstance(target, ast.Name))


def _trouble(switch: Switch, assigned: Mapping[str, int] | None) -> str:
    if assigned is not None and assigned.get(switch.name) != 1:
        return f"The switch {switch.name!r} must be assigned once, at the top level of the script."
    for value in (switch.trigger, switch.control):
        if len(value) > LONGEST_LITERAL or not is_plain(value):
            return f"{value[:80]!r}, for the switch {switch.name!r}, is no literal."
    if switch.trigger == switch.control:
        return f"The switch {switch.name!r} has the same value for its control."
    return ""


def _demand_honest(script: str, switches: Sequence[Switch]) -> None:
    given_away = rigged(script, [switch.name for switch in switches])
    if given_away:
        raise Malformed(
            f"A switch decides the verdict by itself ({given_away}). It may only change what is "
            "done with the project; the verdict must follow from what was measured."
        )
