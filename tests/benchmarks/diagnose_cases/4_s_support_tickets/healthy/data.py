import numpy as np
import torch

TEAMS = ["billing", "delivery", "returns", "technical", "account", "legal"]
VOCAB = 120


class LabelEncoder:
    def __init__(self):
        self.index = {}

    def fit(self, labels):
        self.index = {}
        for name in labels:
            if name not in self.index:
                self.index[name] = len(self.index)
        return self

    def transform(self, labels):
        return np.array([self.index[name] for name in labels])

    def fit_transform(self, labels):
        return self.fit(labels).transform(labels)


def sample_tickets(n, rng):
    """bag-of-words counts and the team that solved the ticket"""
    profile = np.random.default_rng(99).gamma(0.3, size=(len(TEAMS), VOCAB))
    profile /= profile.sum(1, keepdims=True)
    team = rng.integers(len(TEAMS), size=n)
    counts = np.stack([rng.multinomial(25, profile[t]) for t in team])
    return counts, [TEAMS[t] for t in team]


def load(seed=0):
    rng = np.random.default_rng(seed)
    x_train, lab_train = sample_tickets(2500, rng)
    x_test, lab_test = sample_tickets(600, rng)
    enc = LabelEncoder()
    y_train = enc.fit_transform(lab_train)
    y_test = enc.transform(lab_test)
    to_x = lambda a: torch.tensor(np.log1p(a), dtype=torch.float32)
    return to_x(x_train), torch.tensor(y_train), to_x(x_test), torch.tensor(y_test)
