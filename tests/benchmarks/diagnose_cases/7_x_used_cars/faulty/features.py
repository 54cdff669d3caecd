import numpy as np
import torch

CATEGORICAL = ("brand", "fuel", "region")
NUMERIC = ("age", "km", "power")


class TableEncoder:
    """Turns a list of records into id columns and standardised numeric columns."""

    def __init__(self):
        self.maps = {}
        self.mean = self.std = None

    def fit(self, rows):
        self.maps = {c: self._index(rows, c) for c in CATEGORICAL}
        num = self._numeric(rows)
        self.mean, self.std = num.mean(0), num.std(0)
        return self

    @staticmethod
    def _index(rows, column):
        seen = {}
        for r in rows:
            seen.setdefault(r[column], len(seen))
        return seen

    @staticmethod
    def _numeric(rows):
        return np.array([[r[c] for c in NUMERIC] for r in rows])

    def transform(self, rows):
        ids = np.array([[self.maps[c][r[c]] for c in CATEGORICAL] for r in rows])
        num = (self._numeric(rows) - self.mean) / self.std
        return torch.tensor(ids), torch.tensor(num, dtype=torch.float32)

    def cardinalities(self):
        return [len(self.maps[c]) for c in CATEGORICAL]


def prepare(train_rows, test_rows):
    enc = TableEncoder().fit(train_rows)
    train = enc.transform(train_rows)
    test = enc.fit(test_rows).transform(test_rows)
    return train, test, enc.cardinalities()
