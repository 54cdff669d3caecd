"""Values that a report sets against each other: "top_k bigger than the vocabulary"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.literals import literal_value
from seismograd.reproduce.generate.offline.inputs.reported import plain_name
from seismograd.reproduce.generate.offline.triggers.options import calls_in, with_argument

MOST_RELATIONS = 4
FAR = 1000
_NAME = r"`?(?P<left>[A-Za-z_]\w{0,40}(?:[ -](?!is\b|are\b|was\b|being\b)[a-z]{1,12})?)`?"
_OTHER = (
    r"(?:the |its |my |our )?(?:number of |size of |length of )?`?(?P<right>[A-Za-z_]\w{0,40})`?"
)
_MORE = (
    r"(?:>=?|(?:is |are |was |being )?(?:much )?(?:bigger|larger|greater|higher|longer|more) than|"
    r"exceed(?:s|ing|ed)?|above|over|beyond)"
)
_LESS = (
    r"(?:<=?|(?:is |are |was |being )?(?:much )?(?:smaller|less|lower|shorter|fewer|narrower) than|"
    r"below|under)"
)
_PATTERNS = tuple(
    (re.compile(rf"{_NAME} {sign} {_OTHER}", re.IGNORECASE), is_more)
    for sign, is_more in ((_MORE, True), (_LESS, False))
)


@dataclass(frozen=True, slots=True)
class _Relation:
    left: str
    is_more: bool


def relations(case: Case, draft: Draft) -> Iterator[Draft]:
    """Far beyond where it is to be more, and one where it is to be less: that holds of any size."""
    text = f"{case.report.title}\n{case.report.text[:20_000]}"
    for relation in list(dict.fromkeys(_relations(text)))[:MOST_RELATIONS]:
        value = str(FAR if relation.is_more else 1)
        yield from _of_constants(draft, relation, value)
        yield from _of_arguments(case, draft, relation, value)


def _relations(text: str) -> Iterator[_Relation]:
    for pattern, is_more in _PATTERNS:
        for found in pattern.finditer(text):
            words = re.split(r"[ -]", found["left"])
            for name in ("_".join(words), words[-1]):
                yield _Relation(plain_name(name), is_more)


def _of_constants(draft: Draft, relation: _Relation, value: str) -> Iterator[Draft]:
    for constant in draft.constants:
        known = literal_value(constant.value)
        if plain_name(constant.name) == relation.left and isinstance(known, int):
            other = replace(constant, value=value, control=constant.value)
            yield draft.changed(
                constants=tuple(other if one is constant else one for one in draft.constants),
                idea=f"{draft.idea} Now with {constant.name} = {value}.",
            )


def _of_arguments(case: Case, draft: Draft, relation: _Relation, value: str) -> Iterator[Draft]:
    for symbol, call in calls_in(case, draft):
        for parameter in symbol.parameters:
            if plain_name(parameter.name) == relation.left:
                better = with_argument(draft, symbol, call, parameter, value)
                if better is not None:
                    yield better
