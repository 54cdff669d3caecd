"""Something of the project on a bench, ready to be measured."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.context.suspects import find_suspects
from seismograd.reproduce.generate.offline.draft import Constant, Draft, Measurement
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.inputs.tensors import TensorSpec
from seismograd.reproduce.generate.offline.seeds.experiments.stage.helper_names import kept_apart
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import bad_when, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.own_calls import own_calls

SEED = "experiment"
MOST_NETWORKS = 4
MOST_OWN_CALLS = 1
FORWARD = ("forward", "call", "__call__")
NETWORKS = (Role.NETWORK, Role.LAYER)
NUMBERS = '''\
def numbers(value):
    """All numbers of an output, in a row."""
    if isinstance(value, torch.Tensor):
        return value.double().flatten()
    if isinstance(value, (int, float)):
        return torch.tensor([float(value)]).double()
    parts = value.values() if isinstance(value, dict) else value
    return torch.cat([numbers(one) for one in parts if one is not None])
'''
STEP_HOOK = "register_optimizer_step_post_hook"
_OF_INPUTS = {"shape", "dtype", "value", "metric"}
"""What the report calls right is so for its inputs, and not for those that are made up here."""
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Scene:
    """A network: `build` makes it, `call` calls it under the name `model`."""

    case: Case
    symbol: Symbol
    bench: Bench
    build: str
    call: str
    inputs: tuple[str, ...] = ()
    """Variables, in the order of the parameters they are for."""
    parameters: tuple[str, ...] = ()
    """The names of those parameters."""
    before: tuple[str, ...] = ()
    """Statements that the network needs, such as a configuration."""
    after: tuple[str, ...] = ()
    """Statements that make the inputs; some take sizes from the network."""

    @property
    def setting(self) -> tuple[str, ...]:
        return (*self.before, f"model = {self.build}", *self.after)

    def called(self, model: str, **others: str) -> str:
        """The call for another network, or with other inputs."""
        renamed = {"model": model, **others}
        return _WORD.sub(lambda word: renamed.get(word[0], word[0]), self.call)

    def draft(
        self,
        idea: str,
        statements: tuple[str, ...],
        *names: str,
        setup: tuple[str, ...] = (),
        constants: tuple[Constant, ...] = (),
    ) -> Iterator[Draft]:
        return drafted(self.case, self.bench, idea, statements, *names, setup=setup,
                       constants=constants)  # fmt: skip


def drafted(
    case: Case,
    bench: Bench,
    idea: str,
    statements: tuple[str, ...],
    *names: str,
    setup: tuple[str, ...] = (),
    constants: tuple[Constant, ...] = (),
) -> Iterator[Draft]:
    """A draft that measures variables of these names; none where the criteria want others."""
    asked = wanted(case.fingerprint)
    bad = bad_when(case.fingerprint, None if asked & _OF_INPUTS else case.report)
    if bad is None or not asked or not asked <= set(names):
        return
    fact = case.fingerprint.criteria[0].fact
    setup, statements = kept_apart(setup, statements)
    text = "\n".join((*setup, *statements, bad))
    yield Draft(
        idea=idea,
        imports=tuple(dict.fromkeys([*bench.imports, *_imports(text)])),
        constants=(*_constants(case, bench), *constants),
        setup=setup,
        exercise=tuple(_whole_statements(statements)),
        measurement=Measurement((), tuple((n, n) for n in names if n in asked), bad, fact),
        seed=SEED,
        made_up=tuple(n for n in bench.made_up if Reported(case.report).value(n) is None),
    )


def _whole_statements(lines: tuple[str, ...]) -> Iterator[str]:
    """A block belongs to the line that opens it."""
    text = "\n".join(lines)
    rows = text.splitlines()
    for node in ast.parse(text).body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        yield "\n".join(rows[first - 1 : node.end_lineno])


def _constants(case: Case, bench: Bench) -> Iterator[Constant]:
    """What the report gives a value for has that value here."""
    reported = Maker(case).reported
    for name, value in bench.constants.items():
        told = reported.value(name)
        yield Constant(name, told if told is not None and is_literal(told) else value)


def _imports(text: str) -> Iterator[str]:
    for module in ("torch", "math", "copy", "gc", "random", "resource", "sys"):
        if re.search(rf"(?<![\w.]){module}\.", text):
            yield f"import {module}"
    if re.search(r"\bnp\.", text):
        yield "import numpy as np"
    if STEP_HOOK in text:
        yield f"from torch.optim.optimizer import {STEP_HOOK}"


def networks(case: Case, *, torch_only: bool = True) -> Iterator[Scene]:
    """Those that the report is most likely about, with inputs that they take."""
    maker = Maker(case)
    found = [symbol for symbol in ranked(case) if symbol.role in (*NETWORKS, Role.LOSS)]
    for symbol in found[:MOST_NETWORKS]:
        if torch_only and is_keras(symbol):
            continue
        yield from own_scenes(case, maker, symbol)
        with suppress(CannotMake):
            yield on_stage(case, maker, symbol)


def own_scenes(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Scene]:
    """With the inputs that the project itself gives it."""
    for one in islice(own_calls(maker, symbol), MOST_OWN_CALLS):
        yield Scene(case, symbol, one.bench, one.build, one.call, one.inputs, one.parameters,
                    one.before, one.after)  # fmt: skip


def ranked(case: Case) -> list[Symbol]:
    """Classes that can be imported, the likeliest first; whole networks before their parts."""
    project = case.project
    scores: dict[str, float] = {}
    for one in find_suspects(project, case.report):
        if one.symbol is not None:
            name = one.symbol.qualified
            owner = name.rpartition(".")[0] if one.symbol.kind is SymbolKind.METHOD else name
            scores[owner] = scores.get(owner, 0.0) + one.score
    named = set(case.report.names)
    classes = [
        s
        for s in project.symbols
        if s.kind is SymbolKind.CLASS and s.module and s.file not in project.tests
    ]

    def rank(symbol: Symbol) -> tuple[bool, float]:
        whole = 0.3 if symbol.role is Role.NETWORK else 0.0
        return (symbol.name not in named, -scores.get(symbol.qualified, 0.0) - whole)

    return sorted((s for s in classes if "." not in s.name), key=rank)


def on_stage(case: Case, maker: Maker, symbol: Symbol) -> Scene:
    """Raises `CannotMake`."""
    forward = method(maker, symbol, *FORWARD)
    if forward is None:
        raise CannotMake(symbol.name)
    bench = maker.bench(symbol)
    build = maker.call(bench, symbol)
    before = tuple(bench.statements)
    bench.defined.add("model")
    bench.statements.clear()
    specs = maker.demands.of_inputs(symbol, "model")
    call = maker.call(bench, forward, on="model", specs=specs)
    names = _fitting_parameters(forward, call, specs)
    made = [statement.partition(" = ")[0] for statement in bench.statements]
    return Scene(
        case, symbol, bench, build, call, tuple(made), names, before, tuple(bench.statements)
    )


def _fitting_parameters(
    forward: Symbol, call: str, specs: dict[str, TensorSpec]
) -> tuple[str, ...]:
    return tuple(p.name for p in forward.parameters if p.name in specs or p.name in call)


def method(maker: Maker, symbol: Symbol, *names: str) -> Symbol | None:
    """Of a class or its ancestors in the project."""
    for name in names:
        found = maker.trees.method(symbol, name)
        if found is not None:
            wanted_name = f"{found[0].name}.{name}"
            for one in maker.project.symbols:
                if one.module == found[0].module and one.name == wanted_name:
                    return one
    return None


def functions(case: Case, pattern: str, *roles: Role) -> list[Symbol]:
    """Functions of the project that are called so, or are for that; those named in the report
    first."""
    found = [
        s
        for s in case.project.symbols
        if s.kind is SymbolKind.FUNCTION
        and s.module
        and s.file not in case.project.tests
        and (s.role in roles or re.search(pattern, s.name, re.I))
    ]
    words = {name.rpartition(".")[2] for name in case.report.names}
    return sorted(found, key=lambda s: (s.name not in words, s.role not in roles))
