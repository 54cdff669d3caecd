from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import yaml


@dataclass
class ModelSettings:
    leaves: int = 6
    width: int = 32
    dropout: float = 0.0


@dataclass
class OptimSettings:
    name: str = "adamw"
    lr: float = 3e-3
    weight_decay: float = 0.0
    epochs: int = 4


@dataclass
class DataSettings:
    samples: int = 120
    features: int = 10
    batch_size: int = 24


@dataclass
class Settings:
    model: ModelSettings = field(default_factory=ModelSettings)
    optim: OptimSettings = field(default_factory=OptimSettings)
    data: DataSettings = field(default_factory=DataSettings)
    seed: int = 7


def read_settings(path: str | Path) -> Settings:
    raw = yaml.safe_load(Path(path).read_text())
    return Settings(
        model=ModelSettings(**raw.get("model", {})),
        optim=OptimSettings(**raw.get("optim", {})),
        data=DataSettings(**raw.get("data", {})),
        seed=raw.get("seed", 7),
    )
