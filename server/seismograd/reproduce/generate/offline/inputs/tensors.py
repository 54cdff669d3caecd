"""Tensors of a script: their kind, their sizes, and the expression that makes one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    FLOAT = "float"
    WHOLE = "whole"
    TRUTH = "truth"


@dataclass(frozen=True, slots=True)
class TensorSpec:
    kind: Kind
    sizes: tuple[str, ...]
    """Expressions: names of constants, numbers, or sizes of the network's layers."""
    below: str = "2"
    """Whole numbers are smaller than this."""
    is_sure: bool = False
    """Whether the code that takes it leaves no other number of axes and no other kind."""
    least: str = "0"
    """Of whole numbers."""

    def expression(self, with_numpy: bool = False) -> str:
        return _numpy(self) if with_numpy else _torch(self)


PLAIN = TensorSpec(Kind.FLOAT, ("BATCH", "FEATURES"))
"""Where nothing is known of it."""
SIZES = {
    "BATCH": "4",
    "LENGTH": "8",
    "SIZE": "32",
    "HEIGHT": "32",
    "WIDTH": "32",
    "CHANNELS": "3",
    "FEATURES": "16",
    "CLASSES": "4",
    "VOCABULARY": "20",
    "SAMPLES": "16",
}
"""The sizes that a script names, and ordinary values of them."""
_AXES = {
    2: ("BATCH", "FEATURES"),
    3: ("BATCH", "LENGTH", "FEATURES"),
    4: ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"),
}


def with_axes(axes: int | None) -> TensorSpec | None:
    """The usual tensor with so many axes."""
    return TensorSpec(Kind.FLOAT, _AXES[axes]) if axes in _AXES else None


def _torch(spec: TensorSpec) -> str:
    sizes = ", ".join(spec.sizes)
    if spec.kind is Kind.FLOAT:
        return f"torch.randn({sizes or '()'})"
    if spec.kind is Kind.TRUTH:
        return f"torch.ones({sizes or '()'}, dtype=torch.bool)"
    return f"torch.randint({spec.least}, {spec.below}, ({_tuple(spec)}))"


def _numpy(spec: TensorSpec) -> str:
    if spec.kind is Kind.FLOAT:
        return f"np.random.default_rng(0).normal(size=({_tuple(spec)})).astype('float32')"
    if spec.kind is Kind.TRUTH:
        return f"np.ones(({_tuple(spec)}), dtype=bool)"
    return f"np.random.default_rng(0).integers({spec.least}, {spec.below}, ({_tuple(spec)}))"


def _tuple(spec: TensorSpec) -> str:
    return ", ".join(spec.sizes) + ("," if len(spec.sizes) == 1 else "")
