import numpy as np
import torch
from torch.utils.data import Dataset

from series import calendar_features, make_pressure
from settings import Settings


class PressureWindows(Dataset):
    """Pairs of a history (history, channels) and the pressure that follows (horizon,)."""

    def __init__(self, settings: Settings, seed: int = 0) -> None:
        self.settings = settings
        pressure = make_pressure(settings.hours, seed)
        self.target = (pressure - pressure.mean()) / pressure.std()
        self.inputs = self.target[:, None]
        if settings.calendar:
            extra = calendar_features(settings.hours)
            self.inputs = np.concatenate([self.inputs, extra], axis=1)

    def __len__(self) -> int:
        return len(self.target) - self.settings.history - self.settings.horizon + 1

    def __getitem__(self, start: int):
        end = start + self.settings.history
        history = torch.from_numpy(self.inputs[start:end])
        return history, torch.from_numpy(self.target[end : end + self.settings.horizon])
