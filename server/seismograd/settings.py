"""Settings: the same names in the editor, in pyproject.toml and as command-line flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seismograd.faults import Severity

DEFAULT_EXCLUDE = (
    ".bzr", ".direnv", ".eggs", ".git", ".hg", ".mypy_cache", ".nox", ".pytest_cache",
    ".ruff_cache", ".seismograd", ".svn", ".tox", ".venv", "__pycache__", "__pypackages__",
    "build", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user can set for one folder."""

    select: tuple[str, ...] = ("ALL",)
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    preview: bool = False
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    python: str | None = None
    sandbox: str = "auto"
    gpu: bool = False
    limits: Mapping[str, float] = field(default_factory=dict)
    llm: Mapping[str, str] = field(default_factory=dict)
    entry: str | None = None
