import torch

PHRASES = {"great fun": 1.0, "rather good": 0.7, "so so": 0.5, "quite dull": 0.3, "a waste": 0.0}
SUBJECTS = ["the film", "this book", "that song", "her play"]


def read_examples():
    pairs = [(f"{s} was {p}", score) for s in SUBJECTS for p, score in PHRASES.items()]
    return [text for text, _ in pairs], [score for _, score in pairs]


def encode(texts, vocabulary=512):
    """Numbers of all words in a row, and where each text begins."""
    words, offsets = [], []
    for text in texts:
        offsets.append(len(words))
        words += [sum(i * ord(c) for i, c in enumerate(word, 1)) % vocabulary for word in text.split()]
    return torch.tensor(words), torch.tensor(offsets)
