"""Where the parts of a draft are put together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.tensors import SIZES, Kind, TensorSpec

_WORD = re.compile(r"[A-Za-z_]\w*")
TORCH = "import torch"
NUMPY = "import numpy as np"


@dataclass(slots=True)
class DraftBuilder:
    """Collects what statements need; each name is defined once."""

    imports: list[str] = field(default_factory=list)
    constants: dict[str, str] = field(default_factory=dict)
    statements: list[str] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)
    made_up: list[str] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)
    with_numpy: bool = False
    """Whether tensors are made as arrays, as Keras takes them."""
    network: str = ""
    """The variable that holds the network at hand."""
    sizes: dict[str, str] = field(default_factory=lambda: dict(SIZES))

    def use(self, statement: str) -> None:
        if statement not in self.imports:
            self.imports.append(statement)

    def constant(self, name: str, value: str, *, made_up: bool) -> str:
        """Its name; one that is there already keeps its value."""
        if name not in self.constants:
            self.constants[name] = value
            if made_up:
                self.made_up.append(name)
        return name

    def size(self, name: str) -> str:
        """A constant for one of the usual sizes."""
        return self.constant(name, self.sizes[name], made_up=True)

    def define(self, name: str, expression: str) -> str:
        """A variable of that name, or of one like it where the name is taken."""
        free = name
        while free in self.defined:
            free += "_"
        self.defined.add(free)
        self.statements.append(f"{free} = {expression}")
        return free

    def tensor(self, name: str, spec: TensorSpec, as_array: bool = False) -> str:
        """A variable that holds such a tensor, or such an array of NumPy."""
        texts = (*spec.sizes, spec.below if spec.kind is Kind.WHOLE else "")
        for word in (word for text in texts for word in _WORD.findall(text)):
            if word in self.sizes:
                self.size(word)
        with_numpy = as_array or self.with_numpy
        self.use(NUMPY if with_numpy else TORCH)
        variable = self.define(name, spec.expression(with_numpy))
        if not spec.is_sure:
            self.guessed.append(variable)
        return variable

    def take_statements(self) -> tuple[str, ...]:
        """Those so far: what is built from now on stands elsewhere in the script."""
        taken = tuple(self.statements)
        self.statements.clear()
        return taken

    def draft(self, idea: str, exercise: tuple[str, ...], seed: str) -> Draft:
        return self.added_to(Draft(idea, seed=seed), (*self.statements, *exercise))

    def added_to(self, draft: Draft, exercise: tuple[str, ...]) -> Draft:
        """The draft with these statements, and with all that they need."""
        known = {one.name for one in draft.constants}
        new = (Constant(name, value) for name, value in self.constants.items() if name not in known)
        return draft.changed(
            imports=tuple(dict.fromkeys((*draft.imports, *self.imports))),
            constants=(*draft.constants, *new),
            exercise=exercise,
            made_up=(*draft.made_up, *self.made_up),
            guessed=(*draft.guessed, *self.guessed),
            is_baseline=True,
        )
