from __future__ import annotations

import torch
from torch import nn

from leafyaml.model import LeafClassifier
from leafyaml.settings import DataSettings, OptimSettings, Settings

OPTIMIZERS = {"adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}


def leaves(settings: DataSettings, classes: int) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.arange(settings.samples) % classes
    centres = torch.randn(classes, settings.features)
    return centres[labels] + 0.3 * torch.randn(settings.samples, settings.features), labels


def parameter_groups(model: nn.Module, weight_decay: float) -> list[dict]:
    """Norms and biases are not decayed."""
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    return [
        {"params": decayed, "weight_decay": weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]


def make_optimizer(model: nn.Module, settings: OptimSettings) -> torch.optim.Optimizer:
    groups = parameter_groups(model, weight_decay=0.0)
    return OPTIMIZERS[settings.name](groups, lr=settings.lr)


def fit(settings: Settings) -> float:
    """The loss over all leaves after training."""
    torch.manual_seed(settings.seed)
    inputs, labels = leaves(settings.data, settings.model.leaves)
    model = LeafClassifier(settings.data.features, settings.model)
    optimizer = make_optimizer(model, settings.optim)
    size = settings.data.batch_size
    for _ in range(settings.optim.epochs):
        for start in range(0, len(inputs), size):
            loss = nn.functional.cross_entropy(
                model(inputs[start : start + size]), labels[start : start + size]
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        return nn.functional.cross_entropy(model.eval()(inputs), labels).item()
