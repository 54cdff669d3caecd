"""Numbers out of the ordinary: of another kind, no numbers at all, and far too large ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from seismograd.reproduce.validate.edits import replaced
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.grounds import Grounds
from seismograd.reproduce.validate.fidelity.subject import Subject
from seismograd.reproduce.validate.script_values import ScriptValues, number_at

_WORDS: Mapping[str, str] = {
    "half": r"half|fp16|float16|\bamp\b|mixed[\s_-]precision|autocast",
    "float16": r"half|fp16|float16|\bamp\b|mixed[\s_-]precision|autocast",
    "bfloat16": r"bf16|bfloat16|mixed[\s_-]precision|autocast|\bamp\b",
    "double": r"double|float64|fp64",
    "float64": r"double|float64|fp64",
    "int8": r"int8|quanti[sz]",
    "uint8": r"uint8|byte|\bimages?\b|\bpng\b|\bjpe?g\b",
    "int16": r"int16|short",
    "int32": r"int32|\bint\b",
    "meta": r"\bmeta\b",
    "autocast": r"autocast|\bamp\b|mixed[\s_-]precision|half|fp16|float16|bf16|bfloat16",
}
"""What is said of each where it is meant."""
_USUAL = {"int8": "int64", "uint8": "float32", "int16": "int64", "int32": "int64", "meta": "cpu"}


def precisions(subject: Subject) -> Iterator[Doubt]:
    script, grounds = subject.script, subject.grounds
    messages = "\n".join(one.message for one in subject.case.report.tracebacks)
    for word in _WORDS:
        places = list(_places(script.tree, word))
        if not places or grounds.says(_meant(word, messages)):
            continue
        if grounds.in_project(word):
            continue
        usual = _USUAL.get(word, "float32")
        source = replaced(script.source, places)
        yield Doubt(f"numbers of the kind {word}", places[0][0].lineno, [Variant(usual, source)])


def _meant(word: str, messages: str) -> re.Pattern[str]:
    """What a report says that has such numbers. What stands in its error messages came out of a
    run, and says nothing of what went in: then only code counts."""
    words = [one for one in _WORDS[word].split("|") if not re.search(one, messages, re.IGNORECASE)]
    code = rf"\.{word}\b|[\"'`]{word}[\"'`]"
    return re.compile("|".join([*words, code]), re.IGNORECASE)


def _places(tree: ast.Module, word: str) -> Iterator[tuple[ast.expr, str]]:
    """With what they would be in the usual kind."""
    usual = _USUAL.get(word, "float32")
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[], keywords=[]) if (
                name == word
            ):
                yield node.func, f"{ast.unparse(owner)}.{'long' if usual == 'int64' else 'float'}"
            case ast.Attribute(value=ast.Name() as module, attr=name) if (
                name == word and word not in ("half", "double", "autocast")
            ):
                yield node, f"{module.id}.{usual}"
            case ast.Constant(value=text) if text == word:
                yield node, repr(usual)
            case ast.Call(func=ast.Name(id="autocast") | ast.Attribute(attr="autocast")) if (
                word == "autocast"
            ):
                yield node, f"{ast.unparse(node)[:-1]}, enabled=False)"


LARGE = 1e3
SMALL = 1e-3
_RATES = ("lr", "learning_rate", "base_lr", "max_lr")
_USUAL_RATES = ("0.01", "0.001")
LARGEST_RATE = 0.1
LEAST_IN_A_ROW = 3
IN_SIGHT = 0.1
"""A step that no tolerance of a project takes for none."""
LARGEST_POWER = 40
_NOT_FINITE: Mapping[str, str] = {"nan": r"nan", "inf": r"inf|infinit"}
_OF_SIZE = re.compile(
    r"\b(?:(?:large|huge|big|high|extreme|tiny|small|low)(?:r|er|est)?|overflow\w*|underflow\w*|"
    r"magnitudes?|outliers?|unnormali[sz]ed|unscaled|steps?izes?)\b",
    re.IGNORECASE,
)
"""A report with one of these speaks of how large its numbers are; one of NaN alone does not."""
_INPUT = (
    r"(?:input|data|target|label|feature|entr|pixel|row|column|example|sample|element|missing|"
    r"value|mask|observation|prediction|argument|array|tensor)\w*"
)
_INFINITE = r"(?:nan|inf(?:init\w*)?)s?"
_OF_INPUTS = re.compile(
    rf"\b{_INPUT}\b[^.\n]{{0,50}}\b{_INFINITE}\b|\b{_INFINITE}\b[^.\n]{{0,50}}\b{_INPUT}\b",
    re.IGNORECASE,
)
"""What is said where they go in, and do not only come out."""


def extremes(subject: Subject) -> Iterator[Doubt]:
    tree, grounds, source = subject.script.tree, subject.grounds, subject.script.source
    for node, name in _not_finite(tree):
        is_said = re.search(_NOT_FINITE[name], grounds.text, re.IGNORECASE)
        if not is_said or not _OF_INPUTS.search(grounds.text):
            yield _doubt(source, node, name, ("0.5",))
    values = ScriptValues(tree)
    for node in _rates(tree):
        large = [one for one in values.of(node) or () if _is_large_rate(one, grounds)]
        if large:
            yield _doubt(source, node, f"a learning rate of {large[0]}", _USUAL_RATES)
    if _OF_SIZE.search(grounds.text):
        return
    for node in _factors(tree):
        value = computed(node)
        if value is not None and _is_extreme(value) and not grounds.has(value):
            yield _doubt(source, node, f"the factor {value}", ("1.0",))
    yield from _tiny_steps(tree, grounds, source)


def _doubt(source: str, node: ast.expr, what: str, instead: tuple[str, ...]) -> Doubt:
    variants = [Variant(text, replaced(source, [(node, text)])) for text in instead]
    return Doubt(what, node.lineno, variants)


def _not_finite(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                name = text.strip("+-").lower()[:3]
                if name in _NOT_FINITE and not _is_compared(tree, node):
                    yield node, name
            case ast.Attribute(value=ast.Name(), attr="nan" | "inf" as name):
                if not _is_compared(tree, node):
                    yield node, name


def _is_compared(tree: ast.Module, node: ast.expr) -> bool:
    return any(node in ast.walk(one) for one in ast.walk(tree) if isinstance(one, ast.Compare))


def _rates(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in _RATES:
            yield node.value


def _is_large_rate(value: object, grounds: Grounds) -> bool:
    if not isinstance(value, int | float) or value <= LARGEST_RATE or grounds.has(value):
        return False
    return not any(value in grounds.of_project(name) for name in _RATES)


def _factors(tree: ast.Module) -> Iterator[ast.expr]:
    """What data is multiplied by, or filled with."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                yield from (left, right)
            case ast.BinOp(op=ast.Div(), right=divisor):
                yield divisor
            case ast.Call(func=ast.Attribute(attr="full" | "full_like" | "fill_"), args=[*_, last]):
                yield last


def _tiny_steps(tree: ast.Module, grounds: Grounds, source: str) -> Iterator[Doubt]:
    """Rows of numbers that hardly differ from each other: each is tried with its steps in sight."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.List | ast.Tuple) or len(node.elts) < LEAST_IN_A_ROW:
            continue
        row = [value for value in map(computed, node.elts) if value is not None]
        widest = max((abs(b - a) for a, b in pairwise(row)), default=0.0)
        if len(row) < len(node.elts) or not 0 < widest <= SMALL or all(map(grounds.has, row)):
            continue
        wider = [row[0] + (one - row[0]) * IN_SIGHT / widest for one in row]
        changes = [(one, repr(value)) for one, value in zip(node.elts, wider, strict=True)]
        variant = Variant(f"steps of {IN_SIGHT}", replaced(source, changes))
        yield Doubt(f"numbers that differ by no more than {widest:.1g}", node.lineno, [variant])


def computed(node: ast.expr) -> float | None:
    """A number that stands there as such, or as a computation with such numbers: `10 ** 5`."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            value = computed(inner)
            return None if value is None else -value
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, power = computed(left), computed(right)
            is_small = base is not None and power is not None and abs(power) <= LARGEST_POWER
            return float(base**power) if base and power is not None and is_small else None
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            one, other = computed(left), computed(right)
            return None if one is None or other is None else one * other
    return number_at(node)


def _is_extreme(value: float) -> bool:
    return abs(value) >= LARGE or 0 < abs(value) <= SMALL
