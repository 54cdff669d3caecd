import random

COMPONENTS = ["db", "cache", "auth", "queue", "disk", "net"]
VERBS = {
    "timeout": ["timed", "slow", "deadline", "waited"],
    "refused": ["refused", "denied", "rejected", "forbidden"],
    "overload": ["full", "throttled", "backlog", "exceeded"],
    "healthy": ["ok", "started", "connected", "done"],
}
FILLER = [f"tok{i}" for i in range(80)]
KINDS = list(VERBS)


def log_line(rng):
    kind = rng.randrange(len(KINDS))
    words = [rng.choice(FILLER) for _ in range(rng.randint(4, 9))]
    words.insert(rng.randrange(len(words) + 1), rng.choice(COMPONENTS))
    word = rng.choice(VERBS[KINDS[kind]])
    position = rng.randrange(len(words) + 1)
    if rng.random() < 0.3:
        other = rng.choice([k for k in range(4) if k != kind])
        words[position:position] = ["not", rng.choice(VERBS[KINDS[other]]), "but", word]
    else:
        words.insert(position, word)
    return words, kind


def vocabulary():
    words = COMPONENTS + FILLER + ["not", "but"] + [w for v in VERBS.values() for w in v]
    return {w: i + 1 for i, w in enumerate(words)}


def dataset(n, seed, length=16):
    rng = random.Random(seed)
    vocab = vocabulary()
    rows, kinds = [], []
    for _ in range(n):
        words, kind = log_line(rng)
        ids = [vocab[w] for w in words][:length]
        rows.append(ids + [0] * (length - len(ids)))
        kinds.append(kind)
    return rows, kinds, len(vocab) + 1
