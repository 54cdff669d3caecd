"""Values of the project's options that a report calls harmless in words: "with mean pooling it is
fine", "without dropout it does not happen"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, SymbolKind
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import (
    words_beside,
)

_PREFIX = re.compile(r"^(?:use|is|with|enable|do|has|apply|add)_")
_OFF = r"(?:without|with no|no|disabl\w+|remov\w+|dropp?\w*|(?:turn|switch)\w* off|leav\w+ out)"
_ON = r"(?:with|enabl\w+|(?:turn|switch)\w* on)"
_THE = r"\s+(?:the |any |all )?"
_IS_OFF = r"\s+(?:is |are |being )?(?:off|disabled|removed|turned off|switched off|left out)\b"
_IS_ON = r"\s+(?:is |are |being )?(?:on|enabled|turned on|switched on)\b"


def reliefs_in_words(case: Case) -> list[tuple[str, str]]:
    """Names of parameters, and the literals with which all is well."""
    found: dict[tuple[str, str], None] = {}
    for symbol in case.project.symbols if case.report.well_said else ():
        if symbol.kind in (SymbolKind.CLASS, SymbolKind.FUNCTION):
            for parameter in symbol.parameters:
                for value in _harmless(case, parameter):
                    found[parameter.name, value] = None
    return list(found)


def _harmless(case: Case, parameter: Parameter) -> Iterator[str]:
    if parameter.default is None or not is_literal(parameter.default):
        return
    default = literal_value(parameter.default)
    for said in case.report.well_said:
        if isinstance(default, str):
            others = dict.fromkeys(words_beside(case, parameter.name, default))
            spoken = (word for word in others if _speaks_of(said, word) and word != default)
            yield from (repr(word) for word in spoken)
        elif isinstance(default, bool | int | float):
            yield from _switched(said, parameter.name, default)


def _speaks_of(said: str, word: str) -> bool:
    plain = re.escape(word).replace("_", "[ _-]")
    return len(word) > 1 and re.search(rf"(?<!\w){plain}(?!\w)", said, re.I) is not None


def _switched(said: str, name: str, default: bool | float) -> Iterator[str]:
    """Off where it was on, and on where it was off; a share or a weight is off at nought."""
    core = _PREFIX.sub("", name).replace("_", "[ _-]?")
    if default and re.search(rf"\b{_OFF}{_THE}{core}\b|\b{core}{_IS_OFF}", said, re.I):
        yield "False" if default is True else "0.0" if isinstance(default, float) else "0"
    elif default is False and re.search(rf"\b{_ON}{_THE}{core}\b|\b{core}{_IS_ON}", said, re.I):
        yield "True"
