"""Occasions that a report speaks of: small and empty batches, odd sizes, modes, precision."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.rendering import is_exact
from seismograd.source.shallow_parse import parse_module


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Words of a report, and what they make of the sizes of a draft."""

    words: re.Pattern[str]
    hints: re.Pattern[str]
    """Words that say it less plainly: enough where the criteria are exact."""
    names: tuple[str, ...]
    other: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class _Action:
    """Words of a report, and what is then done to the network."""

    words: re.Pattern[str]
    switch: str
    statement: str
    """`{model}` is the network, `{inputs}` what it was called with, `{output}` what came out."""
    is_after: bool = False
    """Whether it comes after the call."""
    imports: tuple[str, ...] = ()


def _sizes(words: str, hints: str, names: str, other: Callable[[int], int]) -> _Sizes:
    found, hinted = (re.compile(one or "(?!)", re.IGNORECASE) for one in (words, hints))
    return _Sizes(found, hinted, tuple(names.split()), other)


def _action(words: str, switch: str, statement: str, *imports: str, after: bool = False) -> _Action:
    return _Action(re.compile(words, re.IGNORECASE), switch, statement, after, imports)


_AXES = ("HEIGHT", "WIDTH")
DECLARED = frozenset({*_AXES, "SIZE", "IMAGE_SIZE", "IMG_SIZE", "LENGTH", "FEATURES", "CHANNELS"})
"""Sizes of an input that a network may have been built for."""
_BATCHES = "BATCH BATCH_SIZE"
_SPACE = "HEIGHT WIDTH SIZE IMAGE_SIZE IMG_SIZE"
SIZES = (
    _sizes(r"batch(?:[ _-]?size)?(?: of)?(?: size)? ?(?:=|of|is)?\s?(?:1\b|one)|single (?:example|"
           r"sample|image|item|element|row|input|sentence)|one (?:example|sample|image|item|row)",
           r"\bsingle\b|\bone\b|inference|predict", _BATCHES, lambda _: 1),
    _sizes(r"(?:length|sequence|token|sample)s?(?: of)?(?: length)? ?(?:=|of|is)?\s?(?:1\b|one\b)|"
           r"single (?:token|step|sample|example)", r"\bsingle\b|\bone\b|\b1\b",
           "LENGTH SAMPLES", lambda _: 1),
    _sizes(r"last batch|incomplete|remainder|drop_last|final batch", r"divisible|uneven|last",
           "SAMPLES", lambda n: n + 1),
    _sizes(r"\bempty (?:\w+ ){0,2}(?:batch|input|sequence|sentence|list|tensor|text|string|"
           r"document|set|dataset|mask|target|box|window|segment|bag|split)|"
           r"(?:is|are|was|were|being) empty|\bzero[- ](?:length|size)|"
           r"\bno (?:samples|boxes|objects|tokens|elements)",
           "", f"{_BATCHES} LENGTH SAMPLES", lambda _: 0),
    _sizes(r"\bodd\b|(?:not|n't|un)[- ]?(?:be )?divisible|multiple of", r"divisible|uneven|prime",
           f"{_SPACE} LENGTH", lambda n: n + 1),
    _sizes(r"(?:not|non)[- ]?square|rectang|aspect|portrait|landscape", r"square|width|height",
           "WIDTH", lambda n: n + n // 2),
    _sizes(r"\blong(?:er)? (?:seq|input|text|than|sent)|exceed|too (?:long|large)",
           "", f"LENGTH {_SPACE}", lambda n: 80 * n if n < 32 else 4 * n),
    _sizes(r"\bshort(?:er)? (?:seq|input|text|than|sent)|too small|small(?:er)? (?:image|input)|"
           r"fewer", "", f"LENGTH {_SPACE} CLASSES SAMPLES FEATURES", lambda n: max(n // 8, 1)),
    _sizes(r"gr[ae]y ?scale|single[- ]channel|one channel|monochrome", "",
           "CHANNELS IN_CHANNELS", lambda _: 1),
    _sizes(r"one class|single class", r"\bbinary\b", "CLASSES NUM_CLASSES N_CLASSES",
           lambda _: 1),
)  # fmt: skip
TEXTS = (
    (re.compile(r"\bempty\b|\bblank\b", re.IGNORECASE), ""),
    (re.compile(r"whitespace|only spaces|blank", re.IGNORECASE), "   "),
    (re.compile(r"unicode|accent|emoji|non-?ascii|umlaut", re.IGNORECASE), "naïve café ☕"),
    (re.compile(r"single (?:word|token|character)|one (?:word|token)", re.IGNORECASE), "word"),
    (re.compile(r"\blong|exceed|truncat", re.IGNORECASE), "many words " * 200),
    (re.compile(r"unknown|unseen|\boov\b|vocabulary", re.IGNORECASE), "zyxwv qponm"),
)
ACTIONS = (
    _action(r"\beval\b|evaluation|inference|predict|validation", "EVALUATES", "{model}.eval()"),
    _action(r"half|fp16|float16|mixed|\bamp\b", "HALVES", "{model}.half()"),
    _action(r"bf16|bfloat16|autocast|mixed", "IN_BFLOAT16", "{model}.bfloat16()"),
    _action(r"double|float64", "DOUBLES", "{model}.double()"),
    _action(r"backward|gradient|train|inplace|in-place|autograd", "GOES_BACKWARD",
            "({output}[0] if isinstance({output}, tuple) else {output}).sum().backward()",
            after=True),
    _action(r"deep ?copy|\bcopy\b|clone|ema\b", "COPIES", "copy.deepcopy({model})", "import copy",
            after=True),
    _action(r"pickl|multiprocess|spawn|workers", "PICKLES", "pickle.dumps({model})",
            "import pickle"),
    _action(r"torch\.?script|\bjit\b|\bscripted\b", "SCRIPTS", "torch.jit.script({model})",
            "import torch"),
    _action(r"\btrac(?:e|ing)\b", "TRACES", "torch.jit.trace({model}, {inputs})", "import torch",
            after=True),
    _action(r"load_state_dict|state.?dict|checkpoint|resume|reload|restor", "RELOADS",
            "{model}.load_state_dict({model}.state_dict())"),
)  # fmt: skip
_TWICE = re.compile(
    r"\btwice|second (?:call|time|batch|epoch|step|run)|\bagain\b|repeated|"
    r"subsequent|consecutive|every other|next (?:batch|call|step)",
    re.IGNORECASE,
)
MANY_CALLS = 100
_MANY = re.compile(
    r"\bfull\b|\bcapacity\b|\bafter (?:a while|some (?:time|steps|calls)|many|several|\d{2,})|"
    r"\bsome time\b|\beventually\b|\bover time\b|\bwraps? around\b|\boverflow",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\bempty\b|\bnothing\b|\bno (?:\w+ ){1,3}|\bnone\b|division by zero|zerodivision|"
    r"\bwithout any\b|\bzero\b",
    re.IGNORECASE,
)
_FLOATS = re.compile(r"torch\.(?:randn|rand|zeros|ones|empty|full|linspace|normal|randn_like)\(")
_WHOLE = re.compile(r"\b(?:long|int|int\d+|bool|uint8)\b")
_MODES = {"half": "float16", "bfloat16": "bfloat16", "double": "float64"}


def occasions(case: Case, draft: Draft) -> Iterator[Draft]:
    text = f"{case.report.title}\n{case.report.text}"
    for sizes in SIZES:
        if sizes.words.search(text) or (is_exact(case) and sizes.hints.search(text)):
            yield from _with_sizes(draft, sizes)
    yield from _with_texts(text, draft)
    if _NOTHING.search(text):
        yield from _without_items(draft)
    for action in ACTIONS:
        if action.words.search(text):
            yield from _with_action(case, draft, action)
    if _TWICE.search(text):
        yield from _called_again(draft, 2)
    if _MANY.search(text):
        yield from _called_again(draft, MANY_CALLS)


def _with_sizes(draft: Draft, sizes: _Sizes) -> Iterator[Draft]:
    for constant in draft.constants:
        if constant.name in sizes.names and constant.value.isdigit():
            value = str(sizes.other(int(constant.value)))
            if value != constant.value:
                yield _once_free(draft, _switched(draft, constant.name, value), constant.name)


def _once_free(draft: Draft, special: Draft, name: str) -> Draft:
    """Where the code takes one size alone, another one is no occasion but a mistake.

    So an ordinary other size goes first: only if that runs through is the size free.
    """
    if name not in DECLARED:
        return special
    together = _AXES if name in _AXES else (name,)
    others = {
        one.name: str(2 * int(one.value))
        for one in draft.constants
        if one.name in together and one.value.isdigit()
    }
    constants = tuple(
        replace(one, value=others.get(one.name, one.value)) for one in draft.constants
    )
    words = ", ".join(f"{one} = {value}" for one, value in others.items())
    idea = f"{draft.idea} With {words}: is that free?"
    return draft.changed(constants=constants, idea=idea, leads_to=special)


def _with_texts(text: str, draft: Draft) -> Iterator[Draft]:
    for words, special in TEXTS:
        for constant in draft.constants if words.search(text) else ():
            if constant.value[:1] in "'\"" and " " in constant.value:
                yield _switched(draft, constant.name, repr(special))


def _without_items(draft: Draft) -> Iterator[Draft]:
    for constant in draft.constants:
        if constant.value.startswith("{") and ":" not in constant.value:
            yield _switched(draft, constant.name, "set()")


def _switched(draft: Draft, name: str, value: str) -> Draft:
    constants = tuple(
        replace(one, value=value, control=one.value) if one.name == name else one
        for one in draft.constants
    )
    return draft.changed(constants=constants, idea=f"{draft.idea} Now with {name} = {value}.")


def _with_action(case: Case, draft: Draft, action: _Action) -> Iterator[Draft]:
    names = _parts(case, draft)
    if names is None:
        return
    if action.is_after and not names["output"]:
        return
    done = action.statement.format(**names)
    lines = [f"if {action.switch}:", f"    {done}"]
    mode = action.statement.removeprefix("{model}.").removesuffix("()")
    if mode in _MODES:
        if _FLOATS.search(draft.exercise[-1]):
            return  # what is made within the call stays as it is: the two would not fit
        lines += _converted(draft, _MODES[mode])
    block = "\n".join(lines)
    at = len(draft.exercise) if action.is_after else len(draft.exercise) - 1
    exercise = (*draft.exercise[:at], block, *draft.exercise[at:])
    better = draft
    for statement in action.imports:
        better = better.with_import(statement)
    yield better.changed(
        constants=(*draft.constants, Constant(action.switch, "True", "False")),
        exercise=exercise,
        idea=f"{draft.idea} Now with {done}.",
    )


def _converted(draft: Draft, dtype: str) -> Iterator[str]:
    """What the draft itself makes goes along with the precision of the network."""
    for statement in (*draft.setup, *draft.exercise):
        name, _, value = statement.partition(" = ")
        if name.isidentifier() and makes_floats(value):
            yield f"    {name} = {name}.to(torch.{dtype})"


def makes_floats(value: str) -> bool:
    return _FLOATS.match(value) is not None and not _WHOLE.search(value)


def _parts(case: Case, draft: Draft) -> dict[str, str] | None:
    """What the network of the draft, its inputs and its output are called."""
    roles = (Role.NETWORK, Role.LAYER, Role.LOSS)
    networks = {
        s.name for s in case.project.symbols if s.kind is SymbolKind.CLASS and s.role in roles
    }
    last = draft.exercise[-1] if draft.exercise else ""
    for statement in draft.exercise:
        name, _, value = statement.partition(" = ")
        if value.partition("(")[0] in networks and name.isidentifier():
            inputs = ", ".join(_arguments(last))
            output = last.partition(" = ")[0]
            if f" = {name}(" not in last:
                output = ""
            return {"model": name, "inputs": inputs, "output": output}
    return None


def _arguments(statement: str) -> list[str]:
    try:
        calls = [n for n in ast.walk(parse_module(statement)) if isinstance(n, ast.Call)]
    except SyntaxError:
        return []
    return [ast.unparse(argument) for argument in calls[0].args] if calls else []


def _called_again(draft: Draft, calls: int) -> Iterator[Draft]:
    if not draft.exercise or "\n" in draft.exercise[-1]:
        return
    again = f"for _ in range(CALLS):\n    {draft.exercise[-1]}"
    yield draft.changed(
        constants=(*draft.constants, Constant("CALLS", str(calls), "1")),
        exercise=(*draft.exercise[:-1], again),
        idea=f"{draft.idea} Now {calls} times.",
    )
