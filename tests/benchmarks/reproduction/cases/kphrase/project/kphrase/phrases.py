import numpy as np


def pad(phrases, length=None):
    """Word numbers to an array, filled up with zeros."""
    length = length or max(len(phrase) for phrase in phrases)
    array = np.zeros((len(phrases), length), dtype="int32")
    for row, phrase in zip(array, phrases):
        row[: len(phrase)] = phrase[:length]
    return array


def made_up(count=120, vocabulary=200, seed=0):
    """Phrases whose tone is that of most of their words."""
    rng = np.random.default_rng(seed)
    phrases = [rng.integers(1, vocabulary, rng.integers(2, 12)).tolist() for _ in range(count)]
    tones = [int(np.bincount([word % 3 for word in phrase], minlength=3).argmax()) for phrase in phrases]
    return phrases, np.array(tones)
