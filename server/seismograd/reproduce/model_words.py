"""What a language model said about a case, as far as it belongs to the result."""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.llm.budget import Budget
from seismograd.reproduce.criteria.needs import NeedKind
from seismograd.reproduce.generate.with_model.model_generator import ModelGenerator
from seismograd.reproduce.reproducing import NEEDS_MORE
from seismograd.reproduce.results.result import Reproduction, Status

ABSENT = "absent"
BY_ITS_WORD = "A language model says that something is missing here; no run has shown that it is."
_KINDS = (
    (NeedKind.CLUSTER, re.compile(r"\b(?:cluster|multi-?node|several machines|slurm)\b", re.I)),
    (NeedKind.GPU, re.compile(r"\b(?:gpus?|cuda|tpus?|accelerators?|mps|nvidia)\b", re.I)),
    (
        NeedKind.DATA,
        re.compile(
            r"\b(?:data|datasets?|downloads?|checkpoints?|weights|files?|internet|network)\b", re.I
        ),
    ),
    (NeedKind.PACKAGE, re.compile(r"\b(?:packages?|librar(?:y|ies)|modules?|installed)\b", re.I)),
)


def with_model_words(result: Reproduction, model: ModelGenerator, budget: Budget) -> Reproduction:
    """What was asked for and what it cost; what a model says is missing, as its word."""
    was_asked = budget.used.all_input_tokens > 0 or bool(model.ended)
    if not was_asked:
        return result
    result = replace(result, spent=budget.summary(), model_said=model.ended)
    kind = needed(model.needs)
    if kind is None or result.status not in (Status.NOT_REPRODUCED, Status.NEEDS):
        return result
    if kind.value in result.needs:
        return result
    return replace(
        result,
        status=Status.NEEDS,
        why=NEEDS_MORE if result.needs else BY_ITS_WORD,
        needs=(*result.needs, kind.value),
        missing=(*result.missing, f"by the language model's word: {model.needs}"),
    )


def needed(sentence: str) -> NeedKind | None:
    """None where a model names nothing that is known, or says that the bug is not there at all."""
    first = re.match(r"\W*(\w+)", sentence)
    named = first[1].lower() if first else ""
    if named == ABSENT or named in {kind.value for kind in NeedKind}:
        return None if named == ABSENT else NeedKind(named)
    return next((kind for kind, pattern in _KINDS if pattern.search(sentence)), None)
