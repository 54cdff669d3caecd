from pathlib import Path

import torch

from flowlite.model import Forecaster


def save(model: Forecaster, path: str | Path) -> None:
    torch.save({"options": model.options, "weights": model.state_dict()}, path)


def load(path: str | Path) -> Forecaster:
    stored = torch.load(path, weights_only=True)
    model = Forecaster(**stored["options"])
    model.load_state_dict(stored["weights"])
    return model.eval()
