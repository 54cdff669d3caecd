import random

GOOD = "clean friendly quiet lovely spacious helpful superb cosy delicious bright".split()
BAD = "dirty rude noisy awful cramped broken stale cold smelly dark".split()
NEUTRAL = ("the room staff breakfast was and we stayed there night with our view location bed "
           "bathroom lobby city hotel a for two in street near station parking pool bar very").split()


def write_review(rng):
    label = rng.randint(0, 1)
    words = [rng.choice(NEUTRAL) for _ in range(rng.randint(8, 16))]
    for _ in range(rng.randint(2, 4)):
        pool = GOOD if (label == 1) == (rng.random() < 0.92) else BAD
        words.insert(rng.randrange(len(words)), rng.choice(pool))
    return " ".join(words), label


def load_reviews(n, seed):
    rng = random.Random(seed)
    return [write_review(rng) for _ in range(n)]
