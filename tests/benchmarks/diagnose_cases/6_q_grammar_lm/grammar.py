import random

DET = ["the", "a", "every"]
ADJ = ["small", "old", "red", "quiet"]
NOUN = ["dog", "king", "ship", "child", "tree", "bird"]
VERB = {"dog": "barks", "king": "rules", "ship": "sails", "child": "plays", "tree": "grows", "bird": "sings"}
ADV = ["today", "slowly", "again"]


def sentence(rng):
    noun = rng.choice(NOUN)
    words = [rng.choice(DET)]
    if rng.random() < 0.5:
        words.append(rng.choice(ADJ))
    words += [noun, VERB[noun]]
    if rng.random() < 0.5:
        words.append(rng.choice(ADV))
    return words + ["<eos>"]


def stream(n_words, seed):
    rng = random.Random(seed)
    out = []
    while len(out) < n_words:
        out += sentence(rng)
    return out[:n_words]


WORDS = DET + ADJ + NOUN + list(VERB.values()) + ADV + ["<eos>"]
INDEX = {w: i for i, w in enumerate(WORDS)}
