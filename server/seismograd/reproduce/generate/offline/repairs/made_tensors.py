"""The tensors that a draft made itself, and how to make them otherwise."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec

_MAKERS = {"torch.randn": Kind.FLOAT, "torch.ones": Kind.TRUTH, "torch.randint": Kind.WHOLE}


@dataclass(frozen=True, slots=True)
class MadeTensor:
    """A statement of a draft such as `tokens = torch.randint(0, 20, (BATCH, LENGTH))`."""

    index: int
    name: str
    spec: TensorSpec
    shape: tuple[int, ...] | None
    """As it was in the run, where that is known."""

    def replaced(self, draft: Draft, spec: TensorSpec, why: str) -> Draft:
        return self.given(draft, spec.expression(), why)

    def given(self, draft: Draft, expression: str, why: str) -> Draft:
        """Also what is no tensor."""
        statement = f"{self.name} = {expression}"
        exercise = (*draft.exercise[: self.index], statement, *draft.exercise[self.index + 1 :])
        is_known = self.name in draft.guessed or draft.measurement is not None
        guessed = draft.guessed if is_known else (*draft.guessed, self.name)
        return draft.changed(
            exercise=exercise, guessed=guessed, idea=f"{draft.idea} With {self.name} {why}."
        )


def made_tensors(draft: Draft, attempt: Attempt) -> list[MadeTensor]:
    """Only of drafts that make their inputs: what comes from the report stays as it is."""
    if draft.seed not in ("call", "completed", "experiment"):
        return []
    shapes = _shapes(attempt)
    return [
        MadeTensor(index, name, spec, shapes.get(name))
        for index, statement in enumerate(draft.exercise)
        for name, spec in _read(statement)
    ]


def _read(statement: str) -> Iterator[tuple[str, TensorSpec]]:
    name, _, value = statement.partition(" = ")
    maker = value.partition("(")[0]
    if not name.isidentifier() or maker not in _MAKERS:
        return
    call = ast.parse(value, mode="eval").body
    if not isinstance(call, ast.Call):
        return
    kind = _MAKERS[maker]
    if kind is Kind.TRUTH and not call.keywords:
        kind = Kind.LINKS
    if kind is Kind.WHOLE and len(call.args) == 3 and isinstance(call.args[2], ast.Tuple):
        sizes = tuple(map(ast.unparse, call.args[2].elts))
        least, below = map(ast.unparse, call.args[:2])
        yield name, TensorSpec(kind, sizes, below, least=least)
    elif kind is not Kind.WHOLE:
        yield name, TensorSpec(kind, tuple(map(ast.unparse, call.args)))


def _shapes(attempt: Attempt) -> dict[str, tuple[int, ...]]:
    seen = attempt.observation
    frames = seen.exception.frames if seen is not None and seen.exception else ()
    return {
        tensor.name: tuple(size for size in tensor.shape if size is not None)
        for frame in frames
        if seen is not None and frame.file == seen.script
        for tensor in frame.tensors
    }
