"""As much as the report says: "3.7 seconds" for an option, "30310 samples" of the own data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Symbol
from seismograd.reproduce.context.readme import readme_of
from seismograd.reproduce.criteria.derive.running_text import running_text
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.customary import NETWORK_NAMES
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.slicing import stored_names
from seismograd.reproduce.generate.offline.rendering import is_exact
from seismograd.reproduce.generate.offline.seeds.cut_outs import SEED as OWN_USE
from seismograd.reproduce.generate.offline.triggers.options import calls_in, with_argument
from seismograd.reproduce.report.values.amounts import Amount, amounts_in, singular

MOST_AMOUNTS = 4
MOST_INPUTS = 3
MOST_TEXT = 40_000
_ANY_NUMBER = frozenset({"n", "num", "number", "of", "count", "total"})
_SAME = {"s": "second", "sec": "second", "duration": "second", "ms": "millisecond",
         "len": "length", "long": "length"}  # fmt: skip
_ROWS = frozenset({"row", "example", "record", "image", "item", "sentence", "user", "instance"})
STEPS = frozenset({"sample", "frame", "token", "step", "point", "character", "word", "day",
                    "hour"})  # fmt: skip
_FIRST_AXIS, _LAST_AXIS = ":", "..., :"
_TIMES = frozenset({"second", "millisecond", "minute", "hour", "day", "week", "month", "year"})
_EXTENTS = _ROWS | STEPS | _TIMES | {"pixel", "node", "edge", "box", "object", "window", "chunk",
                                      "segment", "page", "document", "query", "bar", "beat",
                                      "note", "particle", "atom", "residue", "line"}  # fmt: skip
"""What may be many or few; how many kinds there are of something, a network is built for."""
_OF_LENGTH = re.compile(
    r"\blengths?\b|\blonger\b|\bshorter\b|\bduration|\bseconds\b|\bodd\b|\bmultiple of\b|"
    r"\bdivisible\b|\bremainder\b|\bleft ?over\b|\b(?:only )?some (?:tracks?|files?|clips?|"
    r"recordings?|series|sequences?|texts?|signals?|images?|inputs?)\b|\bany (?:length|size)\b|"
    r"\bnumber of (?:samples|frames|steps|rows|points|tokens)\b",
    re.I,
)
_DEMANDED = re.compile(r"\bmultiples? of\b|\bdivisible by\b", re.I)
_NO_DATA = re.compile(r"\w*(?:config|cfg|args|optimi[sz]er|loader|device|path|options)")


def told_amounts(case: Case, draft: Draft) -> Iterator[Draft]:
    text = f"{case.report.title}\n{case.report.text}"[:MOST_TEXT]
    amounts = [one for one in amounts_in(running_text(text)) if not one.is_fine]
    for symbol, call in calls_in(case, draft):
        for parameter in symbol.parameters:
            for value in _values(amounts, symbol, call, parameter):
                better = with_argument(draft, symbol, call, parameter, value)
                yield from [better] if better is not None else []
    if draft.seed == OWN_USE and is_exact(case):
        yield from _of_other_lengths(case, draft, amounts, text)


def _values(
    amounts: list[Amount], symbol: Symbol, call: str, parameter: Parameter
) -> Iterator[str]:
    """Of the kind of what stands there now."""
    given = given_arguments(call, symbol).get(parameter.name)
    texts = (ast.unparse(given) if given else None, parameter.default)
    known = [_number(text) for text in texts]
    numbers = [one for one in known if one is not None]
    may_be_broken = parameter.annotation == "float" or any(isinstance(n, float) for n in numbers)
    noun = _noun(parameter.name) if numbers else ""
    for amount in [one for one in amounts if noun and one.noun == noun][:MOST_AMOUNTS]:
        is_whole = float(amount.value).is_integer()
        if is_whole or may_be_broken:
            yield repr(int(amount.value) if is_whole else amount.value)


def _number(text: str | None) -> float | None:
    value = literal_value(text) if text and is_literal(text) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _noun(name: str) -> str:
    """What an option counts: `n_frames`, `seconds`, `clip_seconds`; "" where it is no extent."""
    words = [word for word in name.lower().split("_") if word not in _ANY_NUMBER]
    if not words:
        return ""
    last = singular(words[-1])
    is_counted = len(words) == 1 or words[-1] != last
    noun = _SAME.get(last, last)
    return noun if is_counted and noun in _EXTENTS else ""


def _of_other_lengths(
    case: Case, draft: Draft, amounts: list[Amount], text: str
) -> Iterator[Draft]:
    """The project's own data, cut as the report says; else by one, where it speaks of lengths."""
    inputs = list(_inputs(case, draft))[:MOST_INPUTS]
    for amount in amounts:
        for axis in _axes(amount.noun) if float(amount.value).is_integer() else ():
            yield from (_once_free(draft, name, axis, str(int(amount.value))) for name in inputs)
    if _OF_LENGTH.search(text) and not is_demanded(case):
        for axis in (_LAST_AXIS, _FIRST_AXIS):
            yield from (_once_free(draft, name, axis, "-1") for name in inputs)


def _axes(noun: str) -> tuple[str, ...]:
    if noun in STEPS:
        return (_LAST_AXIS, _FIRST_AXIS)
    return (_FIRST_AXIS,) if noun in _ROWS else ()


def is_demanded(case: Case) -> bool:
    """Whether the project says itself that not every length will do."""
    told = (readme_of(case.root), *(symbol.docstring for symbol in case.project.symbols))
    return any(_DEMANDED.search(text) for text in told)


def _inputs(case: Case, draft: Draft) -> Iterator[str]:
    """Variables that the last call of the draft is given as they are."""
    made = {name for one in draft.exercise[:-1] for name in stored_names(ast.parse(one))}
    last = draft.changed(exercise=draft.exercise[-1:])
    for symbol, call in calls_in(case, last):
        for parameter, value in given_arguments(call, symbol).items():
            name = value.id if isinstance(value, ast.Name) else ""
            is_other = NETWORK_NAMES.fullmatch(parameter) or _NO_DATA.fullmatch(parameter)
            if name in made and not is_other:
                yield name


def _once_free(draft: Draft, name: str, axis: str, length: str) -> Draft:
    """Half as much goes first: where that does not run through, one size alone is right."""
    half = f"{name} = {name}[{axis}{_size(name, axis)} // 2]"
    cut = f"{name} = {name}[{axis}LENGTH]"
    special = draft.changed(
        exercise=(*draft.exercise[:-1], cut, draft.exercise[-1]),
        constants=(*draft.constants, Constant("LENGTH", length, "None")),
        idea=f"{draft.idea} Now with {cut} where LENGTH is {length}.",
    )
    return draft.changed(
        exercise=(*draft.exercise[:-1], half, draft.exercise[-1]),
        idea=f"{draft.idea} With half of {name}: is its length free?",
        leads_to=special,
    )


def _size(name: str, axis: str) -> str:
    return f"{name}.shape[-1]" if axis == _LAST_AXIS else f"len({name})"
