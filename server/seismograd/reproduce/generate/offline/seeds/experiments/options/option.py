"""Two values of an option, all else being equal: is anything different?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.seeds.experiments.options import (
    command_option,
    file_option,
    settings_option,
)
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_trial import Trial
from seismograd.reproduce.generate.offline.seeds.experiments.options.option_values import two_values
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NETWORKS,
    drafted,
    on_stage,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state.resume import methods_of
from seismograd.reproduce.suspicion.unheard_options import named_options

NAME = "difference_with_option"
MOST_OPTIONS = 6
MODULES = (*NETWORKS, Role.LOSS)
_OF_CLASSES = re.compile(r"class|weight|label|prior|alpha|pos_|cost|names", re.I)
_COUNTS_CLASSES = re.compile(r"(?:N_|NUM_)?(?:CLASSES|LABELS)")
_TRAINS = ("fit", "train", "run", "train_epoch", "train_one_epoch", "train_step")
SEEN = '''\
def seen(result):
    """Everything that can be seen of a result: numbers, and how networks are made up."""
    if isinstance(result, torch.Tensor):
        return result.detach().double().flatten().tolist()
    if hasattr(result, "get_config") and hasattr(result, "get_weights"):
        return [repr(result.get_config()), *(value.tolist() for value in result.get_weights())]
    if isinstance(result, torch.nn.Module):
        return [repr(result), *(seen(value) for value in result.state_dict().values())]
    if isinstance(result, torch.optim.Optimizer):
        groups = [{**group, "params": len(group["params"])} for group in result.param_groups]
        return [type(result).__name__, repr(groups)]
    if isinstance(result, dict):
        return [seen(value) for value in result.values()]
    if isinstance(result, (list, tuple)):
        return [seen(value) for value in result]
    parts = (torch.Tensor, torch.nn.Module, torch.optim.Optimizer, list)
    if hasattr(result, "__dict__"):
        return [seen(part) for part in vars(result).values() if isinstance(part, parts)]
    return repr(result)
'''


def experiments(case: Case) -> Iterator[Draft]:
    yield from settings_option.in_files(case, _drafts)
    yield from file_option.experiments(case)
    for symbol, option in options(case)[:MOST_OPTIONS]:
        for first, second in two_values(case, option):
            try:
                for trial in _trials(case, symbol, option):
                    yield from _drafts(case, trial, option.name, first, second)
            except CannotMake:
                continue
    yield from command_option.experiments(case)


def options(case: Case) -> list[tuple[Symbol, Parameter]]:
    """Those of networks, and of what the report names, first."""
    title = set(tokens_of(case.report.title))

    def rank(found: tuple[Symbol, Parameter]) -> tuple[bool, bool, bool]:
        symbol, parameter = found
        spoken = parameter.name.lower() in title
        return (not spoken, symbol.name not in case.report.names, symbol.role not in NETWORKS)

    here = [one for one in named_options(case) if one[0].file not in case.project.tests]
    return sorted(here, key=rank)


def _trials(case: Case, symbol: Symbol, option: Parameter) -> Iterator[Trial]:
    maker = Maker(case)
    if symbol.kind is SymbolKind.CLASS and symbol.role is Role.CONFIG:
        yield from settings_option.of_class(case, maker, symbol, option, taking)
        return
    yield from taking(case, maker, symbol, option.name, "value")


def taking(case: Case, maker: Maker, symbol: Symbol, name: str, given: str) -> Iterator[Trial]:
    """A class or function that is given an expression for one of its parameters."""
    plain = replace(symbol, parameters=tuple(p for p in symbol.parameters if p.name != name))
    what = f"{symbol.name} with two values of {{}}"
    if symbol.kind is SymbolKind.FUNCTION:
        bench = maker.bench(symbol)
        call = with_argument(maker.call(bench, plain), name, given)
        yield Trial(bench, (), (*bench.statements, f"result = {call}"), what)
    elif symbol.role in MODULES:
        scene = on_stage(case, maker, plain)
        built = f"model = {with_argument(scene.build, name, given)}"
        run = (built, *scene.after, f"result = [model, {scene.call}]")
        yield Trial(scene.bench, scene.before, run, what)
    elif symbol.kind is SymbolKind.CLASS and symbol.role is not Role.CONFIG:
        yield _of_object(maker, symbol, plain, name, given, what)


def _of_object(
    maker: Maker, symbol: Symbol, plain: Symbol, name: str, given: str, what: str
) -> Trial:
    """Made, and put to work where it trains something."""
    bench = maker.bench(symbol)
    built = with_argument(maker.call(bench, plain), name, given)
    made = (*bench.statements, f"result = {built}")
    bench.statements.clear()
    bench.defined.add("result")
    methods = methods_of(maker, symbol)
    training = next((methods[one] for one in _TRAINS if one in methods), None)
    if training is None:
        return Trial(bench, (), made, what)
    call = maker.call(bench, training, on="result")
    return Trial(bench, (), (*made, *bench.statements, call), what)


def _drafts(case: Case, trial: Trial, name: str, first: str, second: str) -> Iterator[Draft]:
    """Each time after the same seed."""
    body = (
        *trial.before,
        "results = []",
        "for value in (VALUE, OTHER_VALUE):",
        *(f"    {line}" for line in _fresh_start(case, trial)),
        *(f"    {line}" for line in trial.run),
        "    results.append(seen(result))",
        f"{NAME} = float(results[0] != results[1])",
    )
    constants = (Constant("VALUE", first), Constant("OTHER_VALUE", second))
    idea = f"Compare {trial.what.format(name)}: {first} and {second}."
    for draft in drafted(case, trial.bench, idea, body, NAME, setup=(SEEN,), constants=constants):
        kept = tuple(c for c in draft.constants if c.name != name.upper())
        yield _as_many(draft.changed(constants=kept), name, first)


def _as_many(draft: Draft, name: str, value: str) -> Draft:
    """As many classes as an option has entries for them."""
    known = literal_value(value) if is_literal(value) else None
    if not isinstance(known, list | tuple) or not _OF_CLASSES.search(name):
        return draft
    counts = {c.name for c in draft.constants if _COUNTS_CLASSES.fullmatch(c.name)}
    constants = tuple(
        replace(c, value=str(len(known))) if c.name in counts else c for c in draft.constants
    )
    made_up = tuple(one for one in draft.made_up if one not in counts)
    return draft.changed(constants=constants, made_up=made_up)


def _fresh_start(case: Case, trial: Trial) -> tuple[str, ...]:
    """Keras numbers the names of layers through a whole session."""
    modules = {line.split()[1] for line in trial.bench.imports if line.startswith("from ")}
    trees = SourceTrees(case.project)
    files = {symbol.file for symbol in case.project.symbols if symbol.module in modules}
    if not any(_imports_keras(trees.tree(file)) for file in files):
        return ("torch.manual_seed(0)",)
    trial.bench.use("import keras")
    return ("keras.utils.clear_session()", "keras.utils.set_random_seed(0)")


def _imports_keras(tree: ast.Module | None) -> bool:
    nodes = ast.walk(tree) if tree else ()
    found = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return any("keras" in ast.unparse(node) for node in found)


def with_argument(call: str, name: str, given: str) -> str:
    joint = "" if call.endswith("()") else ", "
    return f"{call[:-1]}{joint}{name}={given})"
