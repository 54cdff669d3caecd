import random

import torch

SUBJECTS = ["the probe", "a rover", "the lander", "one drone"]
VERBS = ["maps", "samples", "orbits", "scans"]
OBJECTS = ["the crater", "a ridge", "the polar cap", "dust"]


def corpus(n_sentences, seed):
    rnd = random.Random(seed)
    return " ".join(f"{rnd.choice(SUBJECTS)} {rnd.choice(VERBS)} {rnd.choice(OBJECTS)}." for _ in range(n_sentences))


class CharData:
    def __init__(self, text, block):
        self.chars = sorted(set(text))
        self.stoi = {c: i for i, c in enumerate(self.chars)}
        self.ids = torch.tensor([self.stoi[c] for c in text])
        self.block = block

    def batch(self, n):
        start = torch.randint(0, len(self.ids) - self.block - 1, (n,))
        x = torch.stack([self.ids[s:s + self.block] for s in start])
        y = torch.stack([self.ids[s + 1:s + self.block + 1] for s in start])
        return x, y

    def decode(self, ids):
        return "".join(self.chars[i] for i in ids)
