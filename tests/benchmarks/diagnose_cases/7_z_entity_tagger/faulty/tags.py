import numpy as np

TAGS = ["O", "B-PER", "I-PER", "B-LOC", "B-DATE"]
PAD = 0
TAG_ID = {tag: i + 1 for i, tag in enumerate(TAGS)}

WORDS = {
    "first": "anna boris chen dalia emil farah goran".split(),
    "last": "ivanov okafor silva tanaka weber".split(),
    "place": "lisbon oslo lagos kyoto quito turin".split(),
    "date": "monday tuesday may june 1999 2021".split(),
    "other": "met in on with the and left for saw near a team report visited".split(),
}
VOCAB = {w: i + 1 for i, w in enumerate(sorted({w for ws in WORDS.values() for w in ws} | {"mr", "at"}))}


def sentence(rng):
    words, tags = [], []
    for _ in range(rng.integers(3, 7)):
        kind = rng.choice(["person", "place", "date", "other"], p=[0.25, 0.15, 0.15, 0.45])
        if kind == "person":
            words.append(rng.choice(WORDS["first"]))
            tags.append("B-PER")
            if rng.random() < 0.6:
                # family names are also used as place names elsewhere
                words.append(rng.choice(WORDS["last"] + WORDS["place"][:2]))
                tags.append("I-PER")
        elif kind == "place":
            words += ["at", rng.choice(WORDS["place"])]
            tags += ["O", "B-LOC"]
        elif kind == "date":
            words.append(rng.choice(WORDS["date"]))
            tags.append("B-DATE")
        else:
            words.append(rng.choice(WORDS["other"]))
            tags.append("O")
    return words, tags


def batch(n, length, rng):
    x = np.zeros((n, length), "int32")
    y = np.full((n, length), PAD, "int32")
    for r in range(n):
        words, tags = sentence(rng)
        k = min(length, len(words))
        x[r, :k] = [VOCAB[w] for w in words[:k]]
        y[r, :k] = [TAG_ID[t] for t in tags[:k]]
    return x, y
