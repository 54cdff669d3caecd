"""Functions that take several texts or sequences: one of them alone, and beside a longer one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.own_texts import own_texts, takes_texts
from seismograd.reproduce.generate.offline.seeds.calls import owner_of
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    named_words,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NUMBERS, drafted

NAME = "difference_alone_and_in_batch"
MOST_READERS = 4
_READS = re.compile(
    r"predict\w*|encode\w*|embed\w*|scores?|score_\w+|classify\w*|infer\w*|probabilit\w+|logits|"
    r"transcribe\w*|__call__|forward|run|features|represent\w*"
)
_TEXTS = re.compile(
    r"(?:input_)?(?:texts|sentences|documents|docs|queries|strings|lines|captions|prompts|"
    r"utterances|questions|passages|words|reviews|messages|titles)"
)
_NUMBERED = re.compile(r"sequences|token_lists|token_ids|ids_list|encoded|tokenized|items|seqs")
_SIGNALS = re.compile(
    r"(?:waveforms|signals|clips|recordings|audios?|waves|series|trajectories|"
    r"spectrograms|tracks|point_clouds|clouds)"
)


@dataclass(frozen=True, slots=True)
class _Company:
    """Statements for what is looked at and what stands beside it."""

    made: tuple[str, ...]
    switch: Constant
    """Something longer, and something as long for a control."""


_OF_SIGNALS = _Company(
    (
        "short = torch.sin(0.1 * torch.arange(400.0))",
        "other = torch.cos(0.1 * torch.arange(400.0 * TIMES_AS_LONG))",
    ),
    Constant("TIMES_AS_LONG", "3", "1"),
)
_FIRST = '''\
def of_first(values):
    """The numbers of the first one."""
    values = values[0] if isinstance(values, tuple) else values
    return numbers(values[0])
'''


def experiments(case: Case) -> Iterator[Draft]:
    maker = Maker(case)
    for symbol in _readers(case)[:MOST_READERS]:
        for parameter in symbol.parameters:
            company = _company(maker, symbol, parameter)
            if company is not None:
                try:
                    yield from _compared(case, maker, symbol, parameter, company)
                except CannotMake:
                    continue


def _readers(case: Case) -> list[Symbol]:
    words = named_words(case)
    found = [
        s
        for s in case.project.symbols
        if s.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
        and s.module and s.file not in case.project.tests
        and s.role not in (Role.TRAINING, Role.LOSS)
        and (_READS.fullmatch(short_name(s)) or short_name(s) in words)
    ]  # fmt: skip
    return sorted(found, key=lambda s: short_name(s) not in words)


def _compared(
    case: Case, maker: Maker, symbol: Symbol, parameter: Parameter, company: _Company
) -> Iterator[Draft]:
    bench = maker.bench(symbol)
    bench.use("import torch")
    call = _called(maker, bench, symbol, parameter)
    network = next((name for name in ("model", "net", "network") if name in bench.defined), None)
    body = (
        *bench.statements,
        *company.made,
        *([f"{network}.eval()"] if network else []),
        "given = [short]",
        "with torch.no_grad():",
        f"    alone = of_first({call})",
        "    given = [short, other]",
        f"    together = of_first({call})",
        "size = min(len(alone), len(together))",
        f"{NAME} = (alone[:size] - together[:size]).abs().max().item()",
    )
    idea = f"Give {symbol.name} one of its {parameter.name} alone, and beside a longer one."
    for draft in drafted(case, bench, idea, body, NAME, setup=(NUMBERS, _FIRST),
                         constants=(company.switch,)):  # fmt: skip
        yield draft.changed(made_up=())


def _company(maker: Maker, symbol: Symbol, parameter: Parameter) -> _Company | None:
    """By the project's own texts, or by what the parameter is called."""
    texts = sorted(own_texts(maker, symbol, parameter), key=len)
    if texts and len(texts[0]) < len(texts[-1]):
        return _beside(repr(texts[0]), repr(texts[-1]), repr(texts[0]))
    if _TEXTS.fullmatch(parameter.name) or takes_texts(parameter):
        longer = "'a longer example that has many more words than the first one'"
        return _beside("'a short example'", longer, "'a small example'")
    if _NUMBERED.fullmatch(parameter.name):
        return _beside("[3, 5, 2]", "[4, 1, 6, 2, 5, 3, 7, 1, 2]", "[4, 1, 6]")
    return _OF_SIGNALS if _SIGNALS.fullmatch(parameter.name) else None


def _beside(short: str, longer: str, as_long: str) -> _Company:
    return _Company((f"short = {short}", "other = OTHER"), Constant("OTHER", longer, as_long))


def _called(maker: Maker, bench: Bench, symbol: Symbol, parameter: Parameter) -> str:
    shared = {parameter.name: "given"}
    if symbol.kind is SymbolKind.FUNCTION:
        return maker.call(bench, symbol, shared=shared)
    owner = owner_of(maker.project, symbol)
    if owner is None:
        raise CannotMake(symbol.name)
    is_network = owner.role in (Role.NETWORK, Role.LAYER)
    variable = maker.instance(bench, owner, "model" if is_network else owner.name.lower())
    return maker.call(bench, symbol, on=variable, shared=shared)
