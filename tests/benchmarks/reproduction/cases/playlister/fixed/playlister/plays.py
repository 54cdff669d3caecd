"""What was played by whom (synthetic), and tracks that were not."""

import numpy as np
import torch
from torch.utils.data import Dataset


def make_plays(listeners: int, tracks: int, per_listener: int = 12) -> np.ndarray:
    """Rows of (listener, track); listeners like tracks of their own genre."""
    rng = np.random.RandomState(0)
    rows = []
    for listener in range(listeners):
        liked = np.arange(listener % 4, tracks, 4)
        for track in rng.choice(liked, per_listener, replace=False):
            rows.append((listener, track))
    return np.array(rows)


class NegativeSampler:
    """Draws tracks that a listener has not played."""

    def __init__(self, plays: np.ndarray, tracks: int) -> None:
        self.tracks = tracks
        self.played = {}
        for listener, track in plays:
            self.played.setdefault(int(listener), set()).add(int(track))
        self.rng = np.random.default_rng(np.random.randint(2**31 - 1))

    def draw(self, listener: int, count: int) -> list[int]:
        drawn = []
        while len(drawn) < count:
            track = int(self.rng.integers(self.tracks))
            if track not in self.played[listener]:
                drawn.append(track)
        return drawn


class PlayPairs(Dataset):
    def __init__(self, plays: np.ndarray, sampler: NegativeSampler, negatives: int) -> None:
        self.plays, self.sampler, self.negatives = plays, sampler, negatives

    def __len__(self) -> int:
        return len(self.plays)

    def __getitem__(self, index: int):
        listener, track = (int(value) for value in self.plays[index])
        others = self.sampler.draw(listener, self.negatives)
        return torch.tensor(listener), torch.tensor(track), torch.tensor(others)
