"""Numbers that a script prints without a name: its source says what they are.

`print(epoch, accuracy(model, test_loader))` prints `3 0.91`, which becomes `3 0.91 epoch 3 test
accuracy 0.91`, so that it can be an objective like any other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from seismograd.program.model import Program
from seismograd.repair.printed_together import ReturnedTuples, assignments, texts_of_loop
from seismograd.repair.source_names import SourceNames, is_metric, with_split
from seismograd.repair.trials.patch_runs import RunTrial
from seismograd.runs.trial import RunningTrial, Trial, TrialResult, Watch
from seismograd.traces.metric_names import split_of
from seismograd.traces.printed_lines import PrintedLine, PrintedNumber, read_line
from seismograd.traces.printed_metrics import MOST_CHARACTERS, Form, form_of

NUMBER = "1"
"""Stands for any number in the text of a print."""
_PERCENT = re.compile(r"%[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]")
_BRACES = re.compile(r"\{[^{}]{0,80}\}")
Part = tuple[str, str | None]
"""A text, and the name of the number that it stands for; None where it is text alone."""


@dataclass(frozen=True)
class NamedNumbers:
    """By the form of a line, a name for each of its numbers; empty where the line has one."""

    forms: Mapping[Form, tuple[str, ...]] = field(default_factory=dict)

    def output(self, output: str) -> str:
        if not self.forms or len(output) > MOST_CHARACTERS:
            return output
        return "\n".join(map(self._line, output.split("\n")))

    def result(self, result: TrialResult) -> TrialResult:
        return replace(result, output=self.output(result.output))

    def of_trials(self, run_trial: RunTrial) -> RunTrial:
        """The same trials, whose output has the names."""

        def run(trial: Trial, watch: Watch | None) -> TrialResult:
            def seen(running: RunningTrial) -> bool:
                named = replace(running, output=self.output(running.output))
                return watch is not None and watch(named)

            return self.result(run_trial(trial, seen if watch is not None else None))

        return run if self.forms else run_trial

    def _line(self, line: str) -> str:
        read = read_line(line)
        names = self.forms.get(form_of(read), ()) if read.numbers else ()
        pairs = zip(names, read.numbers, strict=False)
        return " ".join([line, *(f"{name} {_text(number)}" for name, number in pairs if name)])


def _text(number: PrintedNumber) -> str:
    value = int(number.value) if number.is_whole else number.value
    return f"{value!r}%" if number.percent else repr(value)


def named_numbers(program: Program | None) -> NamedNumbers:
    if program is None:
        return NamedNumbers()
    returned = ReturnedTuples.of(program)
    found: dict[Form, tuple[str, ...]] = {}
    for call in program.index.named("print"):
        for texts in texts_of_loop(call.place):
            if isinstance(call.place.node, ast.Call):
                names_ = SourceNames(assignments(call.place, returned))
                form, names = _Print(texts, returned, names_).form(call.place.node)
                if any(names):
                    found.setdefault(form, names)
    return NamedNumbers(found)


@dataclass(frozen=True)
class _Print:
    texts: Mapping[str, str]
    """By the names of variables: what is printed of them."""
    returned: ReturnedTuples
    names: SourceNames

    def form(self, node: ast.Call) -> tuple[Form, tuple[str, ...]]:
        """Without names where its text is not known."""
        parts = list(chain.from_iterable((*self._parts(one), (" ", None)) for one in node.args))
        read: PrintedLine = read_line("".join(text for text, _ in parts))
        slots = [name for _, name in parts if name is not None]
        if len(slots) != len(read.numbers):
            return (), ()
        pairs = zip(slots, read.numbers, strict=True)
        return form_of(read), tuple(_with_words(number, name) for name, number in pairs)

    def _parts(self, node: ast.expr) -> Iterator[Part]:
        match node:
            case ast.Constant(value=str(text)):
                yield text, None
            case ast.Name(id=name) if name in self.texts:
                yield self.texts[name], None
            case ast.JoinedStr(values=values):
                for value in values:
                    yield from self._parts(value)
            case ast.FormattedValue(value=value):
                yield from self._parts(value)
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
                given = right.elts if isinstance(right, ast.Tuple) else [right]
                yield from self._filled(_PERCENT, text, given)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
                yield from self._filled(_BRACES, text, node.args)
            case ast.Tuple(elts=items):
                yield from self._in_brackets([self.names.of(item) for item in items])
            case ast.Call() if (items_ := self.returned.items(node)) is not None:
                yield from self._in_brackets(
                    [with_split(self.names.of(one), node) for one in items_]
                )
            case _:
                yield NUMBER, self.names.of(node)

    def _in_brackets(self, names: list[str]) -> Iterator[Part]:
        """As Python prints a tuple."""
        yield "(", None
        for name in names:
            yield NUMBER, name
            yield ", ", None
        yield ")", None

    def _filled(self, slot: re.Pattern[str], text: str, given: list[ast.expr]) -> Iterator[Part]:
        pieces = slot.split(text)
        for at, piece in enumerate(pieces):
            yield piece, None
            if at < len(pieces) - 1:
                yield from self._parts(given[at]) if at < len(given) else ((NUMBER, ""),)


def _with_words(number: PrintedNumber, name: str) -> str:
    """Nothing where the line itself says what the number is: `Result 0.9` does not."""
    words = " ".join(number.words)
    if not words:
        return name
    if is_metric(words) or not is_metric(name):
        return ""
    return f"{words} {name.removeprefix(f'{split_of(words)} ')}"
