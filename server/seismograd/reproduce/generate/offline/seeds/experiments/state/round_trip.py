"""Two functions or methods of which one takes back what the other does, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.builds import builds
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    methods_by_name,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    drafted,
    functions,
    ranked,
)

NAME = "difference_after_round_trip"
MOST_PAIRS = 3
MOST_OBJECTS = 4
_UNDOING = re.compile(r"(?:de|un|un_|de_|inverse_|inv_|undo_)(?P<what>\w+)|(?P<first>\w+)_inverse")
_BETWEEN = re.compile(r"(?P<one>\w+?)_?(?:to|2)_?(?P<other>\w+)")
_OPPOSITES = {"decode": "encode", "inverse": "forward", "decode_batch": "encode_batch"}
"""What is not said by the name alone."""
_LOSSY = re.compile(r"quanti|compress|clip|round|crop|sampl|drop|hash|resize|pool", re.I)
_ROWS = "torch.tensor([[1.0, 2.0, 5.0, 9.0], [3.0, 1.0, 4.0, 6.0]])"
_FORMS = (_ROWS, f"{_ROWS}.numpy()", "torch.rand(2, 3, 8, 8)", "[1.0, 2.0, 5.0, 9.0]")
_TEXTS = re.compile(r"token|vocab|text|char|label|codec|alphabet|encod|word", re.I)
_QUOTED = re.compile(r"[\"'“`]([^\"'“”`\n]{2,60})[\"'”`]")


@dataclass(frozen=True, slots=True)
class _Pair:
    there: Symbol
    back: Symbol


def experiments(case: Case) -> Iterator[Draft]:
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for pair in islice(_pairs(functions(case, r".")), MOST_PAIRS):
        yield from _of_functions(case, maker, pair)
    for symbol in ranked(case)[:MOST_OBJECTS]:
        for pair in islice(_pairs(list(methods_by_name(case, symbol).values())), MOST_PAIRS):
            yield from _of_object(case, maker, symbol, pair)


def _pairs(symbols: list[Symbol]) -> Iterator[_Pair]:
    """In the order of those that take back, which the report names first."""
    known = {short_name(symbol): symbol for symbol in symbols}
    for back in symbols:
        there = known.get(_opposite(short_name(back)) or "")
        if there is not None and there is not back and not _LOSSY.search(there.name):
            yield _Pair(there, back)


def _opposite(name: str) -> str | None:
    if name in _OPPOSITES:
        return _OPPOSITES[name]
    if undoing := _UNDOING.fullmatch(name):
        return undoing["what"] or undoing["first"]
    between = _BETWEEN.fullmatch(name)
    return f"{between['other']}_to_{between['one']}" if between else None


def _of_functions(case: Case, maker: Maker, pair: _Pair) -> Iterator[Draft]:
    for form in _forms(case, pair):
        bench = maker.bench(pair.there)
        calls = _calls(maker, bench, pair, None)
        if calls is not None:
            yield from _drafts(case, bench, pair, tuple(bench.statements), form, calls)


def _of_object(case: Case, maker: Maker, symbol: Symbol, pair: _Pair) -> Iterator[Draft]:
    """One that has to learn from examples first learns from what it is given then."""
    fits = "fit" in methods_by_name(case, symbol)
    for built in islice(builds(case, maker, symbol), 2):
        for form in _forms(case, pair):
            calls = _calls(maker, built.bench, pair, "thing")
            if calls is not None:
                before = (*built.before, f"thing = {built.expression}", *built.bench.statements)
                fitted = ("thing.fit(given)",) if fits else ()
                yield from _drafts(case, built.bench, pair, before, form, calls, fitted)


def _forms(case: Case, pair: _Pair) -> tuple[str, ...]:
    """Numbers, or the texts that the report has: which letters are known is not for us to say."""
    owner = f"{pair.there.name} {pair.there.module}"
    texts = _QUOTED.findall(case.report.text) if _TEXTS.search(owner) else []
    told = [text for text in texts if " " in text or text.isalpha()]
    names = {part for name in case.report.names for part in name.split(".")}
    return (*(repr(text) for text in told if text not in names), *_FORMS)


def _calls(maker: Maker, bench: Bench, pair: _Pair, on: str | None) -> tuple[str, str] | None:
    """Both with the same further arguments."""
    if not (pair.there.parameters and pair.back.parameters):
        return None
    first, second = pair.there.parameters[0].name, pair.back.parameters[0].name
    shared = {first: "given"}
    try:
        there = maker.call(bench, pair.there, on=on, shared=shared)
        others = {name: value for name, value in shared.items() if name != first}
        back = maker.call(bench, pair.back, on=on, shared={**others, second: "converted"})
    except CannotMake:
        return None
    return there, back


def _drafts(
    case: Case,
    bench: Bench,
    pair: _Pair,
    before: tuple[str, ...],
    form: str,
    calls: tuple[str, str],
    fitted: tuple[str, ...] = (),
) -> Iterator[Draft]:
    is_text = form.startswith(("'", '"'))
    array = "torch.as_tensor({0})" if "tensor" not in form or "numpy" in form else "{0}"
    difference = (
        f"{NAME} = float(again != given)"
        if is_text
        else f"{NAME} = (numbers({array.format('again')}) - numbers({array.format('given')}))"
        ".abs().max().item()"
    )
    body = (
        *before,
        f"given = {form}",
        *fitted,
        f"converted = {calls[0]}",
        f"again = {calls[1]}",
        difference,
    )
    idea = f"Convert with {short_name(pair.there)} and back with {short_name(pair.back)}."
    yield from drafted(case, bench, idea, body, NAME, setup=() if is_text else (NUMBERS,))
