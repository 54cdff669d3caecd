"""The project as generators see it: what can be imported, called and run. Nothing is executed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class SymbolKind(StrEnum):
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    CONSTANT = "constant"


class Role(StrEnum):
    """What a class or function is for, as far as its bases, calls and name tell."""

    NETWORK = "network"
    LAYER = "layer"
    DATASET = "dataset"
    LOSS = "loss"
    METRIC = "metric"
    TRAINING = "training"
    CONFIG = "config"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    default: str | None = None
    """As source; None where there is none."""
    annotation: str | None = None
    is_keyword_only: bool = False
    is_variadic: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    module: str
    """As a script in the root imports it; "" for what cannot be imported."""
    name: str
    """Within its module: `Net`, `Net.forward`, `train`."""
    kind: SymbolKind
    file: str
    line: int
    last_line: int
    role: Role = Role.OTHER
    parameters: tuple[Parameter, ...] = ()
    """Of a class, those of its constructor (also an inherited one); without `self`."""
    bases: tuple[str, ...] = ()
    """All ancestors that are known, the project's and foreign ones, by full name."""
    value: str | None = None
    """The source of a constant."""

    @property
    def qualified(self) -> str:
        return f"{self.module}.{self.name}" if self.module else self.name


@dataclass(frozen=True, slots=True)
class CallSite:
    """A place in the project (also in its tests) that calls one of its symbols."""

    file: str
    line: int
    callee: str
    """The qualified name of the symbol."""
    text: str
    """The call as source."""


@dataclass(frozen=True, slots=True)
class Option:
    """What an entry point can be told on its command line."""

    flag: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    type: str | None = None
    required: bool = False
    takes_value: bool = True


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A script that can be run."""

    file: str
    module: str
    options: tuple[Option, ...] = ()
    trains: bool = False


@dataclass(frozen=True, slots=True)
class ProjectView:
    root: Path
    symbols: tuple[Symbol, ...] = ()
    calls: tuple[CallSite, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    tests: tuple[str, ...] = ()
    """Files with tests, relative to the root."""
    search_path: tuple[str, ...] = (".",)
    """What must be on `sys.path` beside the root, such as `src`."""
    imports: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Files of the project that a file imports."""

    def find(self, name: str) -> list[Symbol]:
        """Symbols that a name in a report may mean, the best first: exact before a mere ending."""
        exact = [s for s in self.symbols if name in (s.qualified, s.name)]
        ending = [s for s in self.symbols if s.qualified.endswith(f".{name}") and s not in exact]
        return exact + ending

    def calls_of(self, symbol: Symbol) -> list[CallSite]:
        return [call for call in self.calls if call.callee == symbol.qualified]

    def owner_of(self, method: Symbol) -> Symbol | None:
        """The class that a method stands in."""
        owner = method.name.rpartition(".")[0]
        classes = (s for s in self.symbols if s.kind is SymbolKind.CLASS)
        return next((s for s in classes if (s.module, s.name) == (method.module, owner)), None)
