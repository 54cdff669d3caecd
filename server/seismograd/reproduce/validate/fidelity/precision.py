"""Kinds of numbers that a script computes with, though neither the report nor the project does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.subject import Subject

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
    for word, said in _WORDS.items():
        places = list(_places(script.tree, word))
        if not places or grounds.says(re.compile(said, re.IGNORECASE)):
            continue
        if grounds.in_project(word):
            continue
        usual = _USUAL.get(word, "float32")
        source = replaced(script.source, places)
        yield Doubt(f"numbers of the kind {word}", places[0][0].lineno, [Variant(usual, source)])


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
