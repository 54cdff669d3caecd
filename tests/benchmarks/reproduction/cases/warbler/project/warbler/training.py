import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from warbler.classifier import CallClassifier
from warbler.clips import Clips, split_clips
from warbler.settings import Settings


class Trainer:
    def __init__(self, settings: Settings):
        self.settings = settings
        training, validation = split_clips(Clips(settings), settings.validation_share)
        self.training = DataLoader(training, settings.batch_size, shuffle=True)
        self.validation = DataLoader(validation, settings.batch_size)
        self.model = CallClassifier(settings.bands, settings.species)
        self.optimiser = torch.optim.Adam(self.model.parameters(), settings.learning_rate)

    def fit(self) -> list[float]:
        return [self.epoch() for _ in range(self.settings.epochs)]

    def epoch(self) -> float:
        self.model.train()
        for x, y in self.training:
            self.optimiser.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimiser.step()
        return self.accuracy()

    @torch.no_grad()
    def accuracy(self) -> float:
        self.model.eval()
        hits = sum(int((self.model(x).argmax(1) == y).sum()) for x, y in self.validation)
        return hits / len(self.validation.dataset)
