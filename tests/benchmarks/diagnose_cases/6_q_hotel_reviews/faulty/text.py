from collections import Counter

import torch

PAD, UNK = 0, 1


def build_vocab(texts, min_count=1):
    counts = Counter(w for t in texts for w in t.split())
    kept = [w for w, c in counts.items() if c >= min_count]
    return {w: k for k, w in enumerate(kept, start=2)}


def encode(texts, vocab, max_len=22):
    out = torch.full((len(texts), max_len), PAD)
    for row, t in enumerate(texts):
        ids = [vocab.get(w, UNK) for w in t.split()][:max_len]
        out[row, : len(ids)] = torch.tensor(ids)
    return out
