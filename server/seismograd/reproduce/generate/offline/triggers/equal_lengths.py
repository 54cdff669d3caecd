"""Inputs that have just the length that an option asks for: "already of the target length"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.call_arguments import given_arguments
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.triggers.options import calls_in

MOST_LENGTH = 1_000_000
_SIZES = ("LENGTH", "SAMPLES", "SIZE")
_LENGTH = (
    r"(?:length|len|duration|size|number of (?:samples|frames|steps|tokens)|\w+_(?:length|len))"
)
_EQUAL = re.compile(
    rf"\b(?:exactly|already|precisely|just)\b[^.\n]{{0,40}}\b{_LENGTH}\b|"
    rf"\b{_LENGTH}\b (?:is |are |was )?(?:equal to|equals|==|the same as|identical to|"
    rf"(?:is |are )?exactly)|\bexactly (?:as long as|\w+_(?:length|len|samples|size)\b)",
    re.I,
)
_OPTION = re.compile(
    r"(?:\w+_)?(?:length|len|samples|frames|duration|size|steps|crop)|n_samples|num_samples"
)
_OTHER = re.compile(r"batch|hidden|embed|kernel|vocab|step_size|patch|model|hop|fft|image")


def equal_lengths(case: Case, draft: Draft) -> Iterator[Draft]:
    """Another length is the control."""
    if not _EQUAL.search(f"{case.report.title}\n{case.report.text[:20_000]}"):
        return
    for length in dict.fromkeys(_asked_for(case, draft)):
        for constant in draft.constants:
            if constant.name in _SIZES and constant.value != str(length):
                equal = replace(constant, value=str(length), control=constant.value)
                yield draft.changed(
                    constants=tuple(equal if one is constant else one for one in draft.constants),
                    made_up=tuple(one for one in draft.made_up if one != constant.name),
                    idea=f"{draft.idea} Now with just the length that is asked for.",
                )


def _asked_for(case: Case, draft: Draft) -> Iterator[int]:
    known = {one.name: one.value for one in draft.constants if one.name not in _SIZES}
    for symbol, call in calls_in(case, draft):
        for text in _lengths(symbol, call):
            told = known.get(text, text)
            value = literal_value(told) if is_literal(told) else None
            if type(value) is int and 1 < value <= MOST_LENGTH:
                yield value


def _lengths(symbol: Symbol, call: str) -> Iterator[str]:
    """What a call is given for its lengths, or takes by default."""
    given = given_arguments(call, symbol)
    for parameter in symbol.parameters:
        if _OPTION.fullmatch(parameter.name) and not _OTHER.search(parameter.name):
            value = given.get(parameter.name)
            text = ast.unparse(value) if value is not None else parameter.default
            if text is not None:
                yield text
