import keras
import numpy as np

VOCAB = 400
SEQ_LEN = 24
TOPICS = 6


def make_tickets(n, seed):
    """Fake support tickets: each topic prefers its own 30 words, the rest is filler."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, TOPICS, n)
    filler = rng.integers(TOPICS * 30 + 1, VOCAB, (n, SEQ_LEN))
    topical = y[:, None] * 30 + rng.integers(1, 31, (n, SEQ_LEN))
    other = rng.integers(1, TOPICS * 30 + 1, (n, SEQ_LEN))
    u = rng.random((n, SEQ_LEN))
    x = np.where(u < 0.22, topical, np.where(u < 0.40, other, filler))
    return x.astype("int32"), y.astype("int32")


class TicketSequence(keras.utils.PyDataset):
    def __init__(self, x, y, batch_size=64, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y = x.copy(), y.copy()
        self.batch_size = batch_size
        self.rng = np.random.default_rng(seed)
        self.on_epoch_end()

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, idx):
        lo = idx * self.batch_size
        hi = lo + self.batch_size
        return self.x[lo:hi], self.y[lo:hi]

    def on_epoch_end(self):
        # new order every epoch
        order = self.rng.permutation(len(self.x))
        self.x, self.y = self.x[order], self.y[order]
