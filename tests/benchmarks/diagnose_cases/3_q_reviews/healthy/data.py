import random

POS = "great lovely excellent superb charming moving brilliant fresh witty warm".split()
NEG = "boring awful dull weak clumsy tedious stale messy flat lazy".split()
FILLER = ["w%02d" % i for i in range(80)]
MAX_LEN = 20


def generate_reviews(n, seed):
    r = random.Random(seed)
    texts, labels = [], []
    for _ in range(n):
        label = r.randint(0, 1)
        words = r.choices(FILLER, k=r.randint(8, 14))
        good, bad = (3, 1) if label else (1, 3)
        words += r.choices(POS, k=good) + r.choices(NEG, k=bad)
        r.shuffle(words)
        texts.append(" ".join(words))
        labels.append(label)
    return texts, labels


def build_vocab(texts):
    """word -> id, in order of appearance; 0 is padding, 1 unknown"""
    vocab = {}
    for t in texts:
        for w in t.split():
            if w not in vocab:
                vocab[w] = len(vocab) + 2
    return vocab


def encode(text, vocab):
    ids = [vocab.get(w, 1) for w in text.split()][:MAX_LEN]
    return ids + [0] * (MAX_LEN - len(ids))
