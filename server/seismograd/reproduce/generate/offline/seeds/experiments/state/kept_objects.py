"""Objects that are saved and loaded, asked what the project itself asks them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.excerpts import Excerpt, Excerpts, Place
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.returned import returns
from seismograd.reproduce.generate.offline.inputs.slicing import read_names, renamed
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import short_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    drafted,
    functions,
    ranked,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state import resume
from seismograd.reproduce.generate.offline.seeds.experiments.state.before_and_after import (
    ANSWERS,
    DIFFERENCE,
    NAME,
)
from seismograd.reproduce.observation import MEASURED

MOST_OBJECTS = 4
MOST_QUESTIONS = 3
THING = "thing"
_CHANGE = ("fit", "train", "update", "add", "step", "build", "reset", "to", "eval", "cuda")
_SKIPPED = (Role.CONFIG, Role.DATASET)


@dataclass(frozen=True, slots=True)
class _Way:
    """Calls that save an object, and that give another one of what was saved."""

    save: str
    load: str
    imports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """A call of a method that gives something back, with all that comes before it."""

    bench: Bench
    before: tuple[str, ...]
    variable: str
    call: str


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    symbols = [s for s in ranked(case) if s.role not in _SKIPPED]
    for symbol in symbols[:MOST_OBJECTS]:
        way = _by_methods(maker, symbol) or _by_functions(case, maker, symbol)
        if way is None:
            continue
        for question in islice(_questions(maker, symbol), MOST_QUESTIONS):
            yield from _compared(case, symbol, question, way)


def _by_methods(maker: Maker, symbol: Symbol) -> _Way | None:
    methods = resume.methods_of(maker, symbol)
    saving = next((one for name, one in methods.items() if resume.SAVES.match(name)), None)
    loading = next((one for name, one in methods.items() if resume.LOADS.match(name)), None)
    if saving is None or loading is None or not resume.makes_new(maker, loading):
        return None
    save, load = resume.file_call(saving, THING), resume.file_call(loading, symbol.name)
    own = f"from {symbol.module} import {symbol.name}"
    return _Way(save, load, (own,)) if save and load else None


def _by_functions(case: Case, maker: Maker, symbol: Symbol) -> _Way | None:
    """`save_index(index, path)` and `load_index(path)`, which returns one."""
    for saving in functions(case, resume.SAVES.pattern, Role.SAVING):
        free = [p for p in saving.parameters if resume.file_argument(p) is None]
        for loading in (
            functions(case, resume.LOADS.pattern, Role.LOADING) if len(free) == 1 else ()
        ):
            if not returns(maker.trees.function(loading), symbol.name):
                continue
            load = _file_call(loading)
            save = _file_call(saving, **{free[0].name: THING})
            names = (f"from {one.module} import {one.name}" for one in (saving, loading))
            if save and load:
                return _Way(save, load, tuple(names))
    return None


def _file_call(function: Symbol, **given: str) -> str | None:
    values = {p.name: given.get(p.name) or resume.file_argument(p) for p in function.parameters}
    needed = [p.name for p in function.parameters if p.default is None]
    if any(values[name] is None for name in needed):
        return None
    arguments = ", ".join(f"{name}={value}" for name, value in values.items() if value)
    return f"{function.name}({arguments})"


def _questions(maker: Maker, symbol: Symbol) -> Iterator[_Question]:
    excerpts = Excerpts(maker)
    methods = [s for s in resume.methods_of(maker, symbol).values() if _asks(maker, s)]
    called, names = {s.qualified for s in methods}, {short_name(s) for s in methods}
    sites = (site for site in maker.project.calls if site.callee in called)
    known = (place for site in sites for place in excerpts.places(site))
    shown = excerpts.shown_places(lambda call: getattr(call.func, "attr", "") in names)
    for place in chain(shown, known):
        with suppress(CannotMake):
            yield _cut_out(maker, excerpts, symbol, place)


def _asks(maker: Maker, method: Symbol) -> bool:
    """Whether it gives something back, and is not there to change or to keep the object."""
    name = short_name(method)
    node = maker.trees.function(method)
    returned = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)] if node else []
    gives = any(value is not None and ast.unparse(value) != "self" for value in returned)
    keeps = resume.SAVES.match(name) or resume.LOADS.match(name)
    return gives and not keeps and not name.startswith(_CHANGE)


def _cut_out(maker: Maker, excerpts: Excerpts, symbol: Symbol, place: Place) -> _Question:
    call = excerpts.settled(place, place.node)
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        raise CannotMake("no call of a method")
    if not isinstance(call.func.value, ast.Name) or call.func.value.id == "self":
        raise CannotMake("an object that is part of something else")
    excerpt = Excerpt(maker.bench(symbol))
    called = excerpts.up_to(place, read_names(call), excerpt)
    name = called.get(call.func.value.id, call.func.value.id)
    bench = excerpt.bench
    bench.statements.clear()
    for statement in excerpt.imports:
        bench.use(statement)
    return _Question(bench, tuple(excerpt.statements), name, renamed(ast.unparse(call), called))


def _compared(case: Case, symbol: Symbol, question: _Question, way: _Way) -> Iterator[Draft]:
    for statement in way.imports:
        bound = statement.rpartition(" ")[2]
        if not any(one.endswith(f" {bound}") for one in question.bench.imports):
            question.bench.use(statement)
    question.bench.use("import re")
    again = renamed(question.call, {question.variable: "again"})
    body = (
        *question.before,
        renamed(way.save, {THING: question.variable}),
        f"again = {way.load}",
        f"answer = {question.call}",
        f'print("{MEASURED} {ANSWERS}", json.dumps(re.findall(r"[\\w.-]+", str(answer))))',
        f"assert difference(answer, {question.call}) == 0, 'the answer hangs on chance'",
        f"{NAME} = difference(answer, {again})",
    )
    told = f"Save and load {symbol.name}, and compare {question.call}."
    yield from drafted(case, question.bench, told, body, NAME, setup=(DIFFERENCE,))
