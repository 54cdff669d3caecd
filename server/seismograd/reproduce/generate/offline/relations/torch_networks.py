"""Networks of PyTorch, with inputs as their layers take them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.inputs.draft_builder import DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.input_shapes import FORWARD
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake, is_keras
from seismograd.reproduce.generate.offline.relations.subject import Subject, likely_classes
from seismograd.reproduce.generate.offline.relations.table import WITH_OPTION

MOST_NETWORKS = 3
_WORD = re.compile(r"[A-Za-z_]\w*")
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
DISTANCE = '''\
def distance(first, second):
    """The largest difference, as a share of large numbers, whose rounding is larger, too."""
    if first.shape != second.shape:
        return 1.0
    scale = max(1.0, first.abs().max().item())
    return (first - second).abs().max().item() / scale
'''
SEEDING = """\
def seed(number):
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)


def framework_seed(number):
    torch.manual_seed(number)
"""
_STATE = '''\
def state(model):
    return {name: value.clone() for name, value in model.state_dict().items()}


def load(model, values):
    model.load_state_dict(values)


def copied(model):
    return copy.deepcopy(model)


def move(model):
    """As after some training: unlike any new one."""
    model.train()
    numbers(run(model))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
'''
_FIRST = '''\
def first_rows(value):
    """Of each output what belongs to the first example."""
    if isinstance(value, torch.Tensor):
        return value[:1]
    parts = value.values() if isinstance(value, dict) else value
    return [first_rows(one) for one in parts if one is not None]
'''


@dataclass(frozen=True, slots=True)
class _Network:
    symbol: Symbol
    builder: DraftBuilder
    before: tuple[str, ...]
    build: str
    inputs: tuple[str, ...]
    """Statements that make what it is given."""
    call: str
    names: tuple[str, ...]
    """Variables that are given to it."""

    def called(self, **others: str) -> str:
        return _WORD.sub(lambda word: others.get(word[0], word[0]), self.call)


def torch_networks(case: Case) -> Iterator[Subject]:
    maker = InputMaker(case)
    found = [one for one in likely_classes(case) if one.role in (Role.NETWORK, Role.LAYER)]
    for symbol in [one for one in found if not is_keras(one)][:MOST_NETWORKS]:
        with suppress(CannotMake):
            yield _subject(case, _made_up(maker, symbol))


def _made_up(maker: InputMaker, symbol: Symbol) -> _Network:
    """Raises `CannotMake`."""
    forward = maker.method(symbol, *FORWARD)
    if forward is None:
        raise CannotMake(symbol.name)
    builder = maker.builder(symbol)
    build = maker.call(builder, symbol)
    before = builder.take_statements()
    builder.defined.add("model")
    builder.network = "model"
    call = maker.call(builder, forward, on="model", specs=maker.shapes.of_inputs(symbol, "model"))
    names = tuple(statement.partition(" = ")[0] for statement in builder.statements)
    return _Network(symbol, builder, before, build, tuple(builder.statements), call, names)


def _subject(case: Case, network: _Network) -> Subject:
    option = _with_option(case, network)
    alone = _alone(network)
    later = _later_changed(network)
    offers = {WITH_OPTION: option, "answer_alone": alone, "visible": later}
    return Subject(
        network.symbol.name,
        network.builder,
        frozenset(name for name, text in offers.items() if text),
        (NUMBERS, DISTANCE, SEEDING, _STATE, *([_FIRST] if alone else [])),
        (
            *network.before,
            "seed(0)",
            f"def make():\n    return {network.build}",
            "model = make()",
            *network.inputs,
            f"def run(model):\n    return {network.call}",
            _answering("answer", "numbers(run(model))"),
            *(text for text in (option, alone, later) if text),
        ),
    )


def _answering(name: str, result: str, more: str = "") -> str:
    lines = ("model.eval()", "with torch.no_grad():", f"    return {result}")
    return f"def {name}(model{more}):\n" + "\n".join(f"    {line}" for line in lines)


def _alone(network: _Network) -> str:
    """Where all that is given has an example a row."""
    made = "\n".join(network.inputs)
    if not network.names or "BATCH" not in made:
        return ""
    call = network.called(**{name: f"{name}[:1]" for name in network.names})
    of_first = _answering("of_first", "numbers(first_rows(run(model)))")
    return f"{of_first}\n\n\n{_answering('answer_alone', f'numbers({call})')}"


def _later_changed(network: _Network) -> str:
    """What comes last in a sequence has no influence on what came before, where that is so."""
    sequences = [one for one in network.names if _is_sequence(network, one)]
    if len(sequences) != 1:
        return ""
    (name,) = sequences
    call = network.called(**{name: "given"})
    return "\n".join(
        (
            "def visible(model, is_changed):",
            '    """The outputs before the last position, which is another one if changed."""',
            f"    given = {name}.clone()",
            "    given[:, -1] = given[:, 0] if is_changed else given[:, -1]",
            "    model.eval()",
            "    with torch.no_grad():",
            f"        output = {call}",
            "    output = output[0] if isinstance(output, tuple) else output",
            "    return numbers(output[:, :-1])",
        )
    )


def _is_sequence(network: _Network, name: str) -> bool:
    made = next((one for one in network.inputs if one.startswith(f"{name} = ")), "")
    return "BATCH, LENGTH" in made


def _with_option(case: Case, network: _Network) -> str:
    """With the value of the report for a parameter that has a default."""
    reported = ReportValues(case.report)
    for parameter in network.symbol.parameters:
        value = reported.value(parameter.name)
        if parameter.default is None or value in (None, parameter.default):
            continue
        if value is not None and is_literal(value):
            build = _with_argument(network.build, parameter.name, value)
            return f"def make_with_option():\n    return {build}"
    return ""


def _with_argument(build: str, name: str, value: str) -> str:
    call = ast.parse(build, mode="eval").body
    assert isinstance(call, ast.Call)
    others = [one for one in call.keywords if one.arg != name]
    call.keywords = [*others, ast.keyword(name, ast.parse(value, mode="eval").body)]
    return ast.unparse(call)
