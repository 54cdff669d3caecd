"""Settings: the same names in the editor, in pyproject.toml and as command-line flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
    build_image: bool = False
    """Whether packages that a project names may be downloaded and installed into an image."""


CAN_RUN_SOMETHING = frozenset({"python", "sandbox", "gpu", "limits", "llm", "entry", "build_image"})
"""Settings that choose what is run, where, and to whom code is sent."""


THE_USERS_OWN = frozenset({"build_image"})
"""Settings that the file of a project does not set: they are consent of the user."""


MODEL_ADDRESS = "baseUrl"
"""The key of `llm` that says where a model is asked."""


def static_only(settings: Settings) -> Settings:
    """The settings without those that could run something: what holds where nobody is trusted."""
    default = Settings()
    return replace(settings, **{name: getattr(default, name) for name in CAN_RUN_SOMETHING})


def left_out(settings: Settings) -> list[str]:
    """The names of the settings that `static_only` would take away."""
    static = static_only(settings)
    return sorted(n for n in CAN_RUN_SOMETHING if getattr(settings, n) != getattr(static, n))


def with_model_address(settings: Settings, address: str | None) -> Settings:
    """The settings with this address of a language model and no other.

    It is for the user to name: to an address that a project names, their key would go.
    """
    llm = {name: value for name, value in settings.llm.items() if name != MODEL_ADDRESS}
    return replace(settings, llm={**llm, MODEL_ADDRESS: address} if address else llm)
