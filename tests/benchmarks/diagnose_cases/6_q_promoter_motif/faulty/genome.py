import numpy as np
import torch

BASES = "ACGT"
CONSENSUS = "TATAATGC"


def sequences(n, length, seed):
    rng = np.random.default_rng(seed)
    seq = rng.integers(0, 4, (n, length))
    label = rng.integers(0, 2, n)
    motif = np.array([BASES.index(b) for b in CONSENSUS])
    for k in range(n):
        inserted = motif.copy()
        if label[k] == 0:
            inserted = rng.permutation(inserted)
        elif rng.random() < 0.25:
            inserted[rng.integers(len(motif))] = rng.integers(4)
        start = rng.integers(0, length - len(motif))
        seq[k, start:start + len(motif)] = inserted
    onehot = np.eye(4, dtype=np.float32)[seq].transpose(0, 2, 1)
    return torch.from_numpy(np.ascontiguousarray(onehot)), torch.from_numpy(label).float()
