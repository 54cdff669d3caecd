import random

FIRST = "anna boris clara david emma felix greta hugo ida jonas".split()
LAST = "keller moreau novak olsen petrov quinn rossi silva tanaka weber".split()
CITY = "paris london oslo madrid vienna prague lisbon berlin".split()
ORG_A = "north global united alpha central delta".split()
ORG_B = "bank motors labs foods energy".split()
VERBS = "visited joined left praised called bought".split()
TAGS = ["<pad>", "O", "PER", "LOC", "ORG"]


def person(rng):
    words = [rng.choice(FIRST)]
    if rng.random() < 0.6:
        words.append(rng.choice(LAST))
    return [(w, "PER") for w in words]


def place(rng):
    return [(rng.choice(CITY), "LOC")]


def company(rng):
    head = rng.choice(ORG_A + CITY + LAST)
    return [(head, "ORG"), (rng.choice(ORG_B), "ORG")]


def sentence(rng):
    out = []
    if rng.random() < 0.4:
        out += [(w, "O") for w in rng.choice(["last week", "yesterday", "in march"]).split()]
    out += rng.choice([person, company])(rng)
    out.append((rng.choice(VERBS), "O"))
    out += rng.choice([person, company, place])(rng)
    if rng.random() < 0.5:
        out += [("in", "O")] + place(rng)
    return out


def make_corpus(n, seed):
    rng = random.Random(seed)
    return [sentence(rng) for _ in range(n)]


def build_vocab(sentences):
    words = sorted({w for s in sentences for w, _ in s})
    return {w: i for i, w in enumerate(["<pad>", "<unk>"] + words)}
