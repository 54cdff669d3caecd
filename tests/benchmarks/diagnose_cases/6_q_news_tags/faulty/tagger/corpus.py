import numpy as np
import torch

TAGS = ["politics", "economy", "sports", "tech", "health", "culture", "climate", "travel"]
WORDS_PER_TAG = 25
COMMON = 150


def build_corpus(n_docs, seed):
    rng = np.random.default_rng(seed)
    vocab = COMMON + WORDS_PER_TAG * len(TAGS)
    docs = np.zeros((n_docs, 40), dtype=np.int64)
    tags = np.zeros((n_docs, len(TAGS)), dtype=np.float32)
    for d in range(n_docs):
        k = rng.choice([0, 1, 2, 3, 4], p=[0.2, 0.25, 0.25, 0.2, 0.1])
        chosen = rng.choice(len(TAGS), k, replace=False)
        tags[d, chosen] = 1
        words = rng.integers(0, COMMON, 40)
        for t in chosen:
            where = rng.choice(40, 5, replace=False)
            words[where] = COMMON + t * WORDS_PER_TAG + rng.integers(0, WORDS_PER_TAG, 5)
        docs[d] = words
    return torch.from_numpy(docs), torch.from_numpy(tags), vocab
