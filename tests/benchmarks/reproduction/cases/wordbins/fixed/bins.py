"""Batches of sentences of about the same length, so that little is padded."""

import numpy as np

class LengthBins:
    """A batch sampler: every epoch gives all indices once, batch by batch."""

    def __init__(self, lengths, batch_size, bins=4, seed=0, drop_last=False):
        self.lengths = np.asarray(lengths)
        self.batch_size = batch_size
        self.bins = bins
        self.drop_last = drop_last
        self.rng = np.random.default_rng(seed)

    def _members(self):
        order = np.argsort(self.lengths, kind="stable")
        return np.array_split(order, self.bins)

    def __iter__(self):
        batches = []
        for members in self._members():
            members = self.rng.permutation(members)
            for start in range(0, len(members), self.batch_size):
                batch = members[start : start + self.batch_size].tolist()
                if len(batch) == self.batch_size or not self.drop_last:
                    batches.append(batch)
        self.rng.shuffle(batches)
        return iter(batches)

    def __len__(self):
        sizes = [len(members) for members in self._members()]
        if self.drop_last:
            return sum(size // self.batch_size for size in sizes)
        return sum(-(-size // self.batch_size) for size in sizes)
