import numpy as np


def make_texts(count=512, vocabulary=200, words=24, topics=4, seed=0):
    """Random words; some of each text come from the topic's own part of the vocabulary."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, topics, count)
    texts = rng.integers(1, vocabulary, (count, words))
    part = vocabulary // topics
    own = labels[:, None] * part + rng.integers(0, part, (count, words))
    return np.where(rng.random((count, words)) < 0.3, own, texts).astype("int32"), labels
