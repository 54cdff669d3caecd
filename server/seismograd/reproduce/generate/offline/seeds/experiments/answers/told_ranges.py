"""The project's own data, in the range of the reporter's: does it end before it has begun?

With the first loss, no step was taken yet: numbers of an ordinary size that are none any more by
then were lost in the code, not by a training that went astray.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.criteria.derive.running_text import running_text
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.customary import NETWORK_NAMES
from seismograd.reproduce.generate.offline.inputs.function_calls import (
    FunctionCall,
    function_calls,
)
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NUMBERS, drafted
from seismograd.reproduce.report.values.amounts import singular
from seismograd.reproduce.report.values.ranges import Range, ranges_in
from seismograd_sandbox.guest.loss_recorder import LOSSES

COUNT = "nan_count"
MOST_FUNCTIONS = 4
MOST_INPUTS = 3
MOST_TEXT = 40_000
BETWEEN = '''\
def between(numbers, low, high):
    """The same numbers, in another range."""
    spread = float(numbers.max() - numbers.min()) or 1.0
    return low + (high - low) * (numbers - numbers.min()) / spread
'''
_EPOCHS = re.compile(r"(\b(?:num_|n_|max_)?epochs=)\d+")
_TARGETS = re.compile(r"y|ys|\w*(?:target|label|truth)s?")
_MEANT = {
    **dict.fromkeys(("target", "label", "output"), _TARGETS),
    **dict.fromkeys(
        ("input", "feature", "column", "pixel", "sensor", "signal"),
        re.compile(r"x|xs|\w*(?:inputs?|features?|data|images?|numbers|signals?|values)"),
    ),
}
"""What people call things that have other names in code."""


def as_large_as_told(case: Case) -> Iterator[Draft]:
    text = f"{case.report.title}\n{case.report.text}"[:MOST_TEXT]
    maker = Maker(case)
    for told in ranges_in(running_text(text)):
        for symbol in _functions(case):
            for call in function_calls(maker, symbol):
                for name in _meant(call, told)[:MOST_INPUTS]:
                    yield from _draft(case, symbol, call, name, told)


def _functions(case: Case) -> list[Symbol]:
    """What trains, and what the report names."""
    words = named_words(case)
    kinds = (SymbolKind.FUNCTION, SymbolKind.METHOD)
    found = [
        s
        for s in case.project.symbols
        if s.kind in kinds
        and s.module
        and s.file not in case.project.tests
        and (s.role is Role.TRAINING or short_name(s) in words)
    ]
    return sorted(found, key=lambda s: short_name(s) not in words)[:MOST_FUNCTIONS]


def _meant(call: FunctionCall, told: Range) -> list[str]:
    """Variables that the range is said of; where no name tells, targets are likelier."""
    known = {p: v for p, v in call.inputs.items() if not NETWORK_NAMES.fullmatch(p)}
    pattern = _MEANT.get(told.noun, re.compile(r"(?!)"))
    exact = [v for p, v in known.items() if told.noun in _words(p) | _words(v)]
    meant = [v for p, v in known.items() if pattern.fullmatch(p) or pattern.fullmatch(v)]
    rest = sorted(known.values(), key=lambda name: _TARGETS.fullmatch(name) is None)
    return exact or meant or rest


def _words(name: str) -> set[str]:
    return {singular(word) for word in name.lower().split("_")}


def _draft(
    case: Case, symbol: Symbol, call: FunctionCall, name: str, told: Range
) -> Iterator[Draft]:
    asked = wanted(case.fingerprint)
    is_training = symbol.role is Role.TRAINING
    run = _EPOCHS.sub(r"\g<1>1", call.call)
    changed = f"    {name} = between({name}, {told.low:g}, {told.high:g})"
    body = (
        *call.before,
        "if AS_REPORTED:",
        changed,
        *(_first_loss(run, asked) if is_training else _all_numbers(run)),
    )
    setup = (LOSSES, BETWEEN) if is_training else (NUMBERS, BETWEEN)
    measured = LOSS if is_training and LOSS in asked else COUNT
    idea = f"Call {symbol.name} as {call.file} does, with {name} from {told.low:g} to {told.high:g}"
    bench = Bench(imports=list(call.imports))
    switch = Constant("AS_REPORTED", "True", "False")
    yield from drafted(case, bench, f"{idea}.", body, measured, setup=setup, constants=(switch,))


def _first_loss(run: str, asked: set[str]) -> tuple[str, ...]:
    if LOSS in asked:
        return (run, f"{LOSS} = losses[0]  # before any step was taken")
    return (run, f"{COUNT} = int(not math.isfinite(losses[0]))  # before any step was taken")


def _all_numbers(run: str) -> tuple[str, ...]:
    return (f"result = numbers({run})", f"{COUNT} = int((~torch.isfinite(result)).sum())")
