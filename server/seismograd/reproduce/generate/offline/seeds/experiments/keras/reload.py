"""Save a Keras model, load it, and compare what both predict."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.making import Maker, is_keras
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    NUMBERS,
    TRAIN,
    Stage,
    custom_objects,
    stages,
)
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import two_values
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import functions, method

NAME = "difference_after_reload"
FILE = "saved.keras"
TRAINED = Constant("EPOCHS", "3", "0")
_PATHS = re.compile(r"path|file|filename|fname|ckpt|checkpoint|dest|location|name|out")
_MODEL = re.compile(r"model|net|network")
_DIFFERENCE = f"{NAME} = float(np.abs(before - after).max())"
_KNOWN = ("activation", "name")


def experiments(case: Case) -> Iterator[Draft]:
    whole = list(stages(case))
    for stage in whole:
        yield from _saved_whole(stage)
    for stage in stages(case, layers=True):
        if stage.symbol.kind is SymbolKind.CLASS:
            yield from _by_config(stage)
    for stage in whole:
        yield from _weights_alone(stage)


def _saved_whole(stage: Stage) -> Iterator[Draft]:
    """As it is first, since most of what gets lost was there from the beginning."""
    for constants in ((Constant("EPOCHS", "2"),), (TRAINED,)):
        for imports, saved, loaded in _ways(stage):
            body = (
                *stage.setting,
                "if EPOCHS:",
                "    train_a_little(model, x, EPOCHS)",
                f"before = numbers({stage.outputs()})",
                saved,
                f"again = {loaded}",
                f"after = numbers({stage.outputs('again')})",
                _DIFFERENCE,
            )
            idea = f"Save what {stage.symbol.name} gives, load it, and compare what both predict."
            for draft in stage.draft(
                idea, body, NAME, helpers=(TRAIN, NUMBERS), constants=constants
            ):
                yield _with_imports(draft, imports)


def _ways(stage: Stage) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The project's own functions to save and to load, as far as it has them."""
    case = stage.case
    imports, ours = custom_objects(case)
    own_save, own_load = _own(case, r"save|export", Role.SAVING), _own(case, r"load|restore",
                                                                       Role.LOADING)  # fmt: skip
    plain_save = f"model.save({FILE!r})"
    plain_load = f"keras.models.load_model({FILE!r}{ours})"
    if own_save or own_load:
        used = tuple(f"from {s.module} import {s.name}" for s in (own_save, own_load) if s)
        saved = _called(own_save) if own_save else plain_save
        loaded = _called(own_load) if own_load else plain_load
        yield (*used, *(() if own_load else imports)), saved, loaded
    yield imports, plain_save, plain_load


def _own(case: Case, pattern: str, role: Role) -> Symbol | None:
    """One that needs nothing but a model and a path."""
    for symbol in functions(case, rf"^({pattern})", role):
        required = [p for p in symbol.parameters if p.default is None and not p.is_variadic]
        if required and all(_is_known(p) for p in required):
            return symbol
    return None


def _is_known(parameter: Parameter) -> bool:
    return bool(_PATHS.search(parameter.name) or _MODEL.search(parameter.name))


def _called(symbol: Symbol) -> str:
    required = [p for p in symbol.parameters if p.default is None and not p.is_variadic]
    given = [repr(FILE) if _PATHS.search(p.name) else "model" for p in required]
    return f"{symbol.name}({', '.join(given)})"


def _weights_alone(stage: Stage) -> Iterator[Draft]:
    if not stage.is_declared:
        return
    body = (
        *stage.setting,
        "train_a_little(model, x, EPOCHS)",
        f"before = numbers({stage.outputs()})",
        "model.save_weights('saved.weights.h5')",
        f"again = {stage.build}",
        "again.load_weights('saved.weights.h5')",
        f"after = numbers({stage.outputs('again')})",
        _DIFFERENCE,
    )
    idea = f"Give the weights of {stage.symbol.name} to another one, and compare."
    constants = (Constant("EPOCHS", "2"),)
    yield from stage.draft(idea, body, NAME, helpers=(TRAIN, NUMBERS), constants=constants)


def _by_config(stage: Stage) -> Iterator[Draft]:
    """Each setting in turn has another value than its default, which a copy must have as well."""
    maker = Maker(stage.case)
    if not is_keras(stage.symbol) or method(maker, stage.symbol, "get_config") is None:
        return
    for parameter in stage.symbol.parameters:
        for other in dict.fromkeys(_others(stage.case, parameter)):
            yield from _from_config(stage, parameter, other)


def _from_config(stage: Stage, parameter: Parameter, other: str) -> Iterator[Draft]:
    constant = Constant(parameter.name.upper(), other, parameter.default)
    body = (
        *stage.before,
        f"model = {_with(stage.build, parameter.name)}",
        *stage.inputs,
        "before = numbers(model(x))",
        f"again = {stage.symbol.name}.from_config(model.get_config())",
        "again(x)",
        "again.set_weights(model.get_weights())",
        "after = numbers(again(x))",
        _DIFFERENCE,
    )
    idea = (
        f"Make another {stage.symbol.name} from the configuration of one with another "
        f"{parameter.name}, and compare."
    )
    yield from stage.draft(idea, body, NAME, helpers=(NUMBERS,), constants=(constant,))


def _with(build: str, name: str) -> str:
    """The call with that argument given by the constant of its name."""
    call = ast.parse(build, mode="eval").body
    assert isinstance(call, ast.Call)
    call.keywords = [k for k in call.keywords if k.arg != name]
    call.keywords.append(ast.keyword(name, ast.Name(name.upper(), ast.Load())))
    return ast.unparse(call)


def _others(case: Case, parameter: Parameter) -> Iterator[str]:
    """Values that are not the default: the reported one first, then ordinary ones."""
    if parameter.name == "activation":
        yield "'tanh'"
    if parameter.name in _KNOWN or not is_literal(parameter.default):
        return
    value = literal_value(parameter.default or "")
    told = Reported(case.report).value(parameter.name)
    if told is not None and is_literal(told) and literal_value(told) != value:
        yield told
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int):
        yield str(2 * value if value else 1)
    elif isinstance(value, float):
        yield from (repr(2 * value), repr(value / 10)) if value else ("0.5",)
    elif isinstance(value, str):
        yield from (second for _, second in two_values(case, parameter))


def _with_imports(draft: Draft, imports: tuple[str, ...]) -> Draft:
    for statement in imports:
        draft = draft.with_import(statement)
    return draft
