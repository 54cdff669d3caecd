"""Which versions of the packages that matter a run uses."""

from __future__ import annotations

import sys

FRAMEWORKS = ("torch", "keras", "tensorflow", "jax")
OTHERS = (
    "accelerate",
    "datasets",
    "diffusers",
    "flax",
    "lightning",
    "matplotlib",
    "numpy",
    "pandas",
    "pytorch_lightning",
    "scipy",
    "skimage",
    "sklearn",
    "tf_keras",
    "timm",
    "torchaudio",
    "torchmetrics",
    "torchvision",
    "transformers",
)


def versions() -> dict[str, str]:
    """Of what was imported so far; nothing is imported to find out."""
    modules = {name: sys.modules.get(name) for name in (*FRAMEWORKS, *OTHERS)}
    found = {name: getattr(module, "__version__", None) for name, module in modules.items()}
    return {name: str(version) for name, version in found.items() if version is not None}
