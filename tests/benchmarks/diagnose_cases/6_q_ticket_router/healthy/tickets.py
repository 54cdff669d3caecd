import random

import torch

PRODUCTS = ["router", "modem", "phone", "tablet", "laptop", "printer"]
ISSUES = ["broken", "slow", "billing", "lost", "noisy", "upgrade"]
FILLER = ("hello please my the is since yesterday really help with i have a problem "
          "again thanks team asap kindly note we and our office it seems today").split()
QUEUES = ["hardware", "network", "accounts", "sales", "field"]

VOCAB = {w: i for i, w in enumerate(["<pad>", "<cls>"] + PRODUCTS + ISSUES + FILLER)}


def routing_table(rng):
    table = {}
    for p in range(len(PRODUCTS)):
        shift = rng.randrange(len(QUEUES))
        for k in range(len(ISSUES)):
            table[PRODUCTS[p], ISSUES[k]] = (k + p * 2 + shift) % len(QUEUES)
    return table


def make_tickets(n, max_len, seed):
    rng = random.Random(seed)
    table = routing_table(rng)
    ids = torch.zeros(n, max_len, dtype=torch.long)
    labels = torch.zeros(n, dtype=torch.long)
    for i in range(n):
        product, issue = rng.choice(PRODUCTS), rng.choice(ISSUES)
        words = [rng.choice(FILLER) for _ in range(rng.randint(5, max_len - 3))]
        words.insert(rng.randint(0, len(words)), product)
        words.insert(rng.randint(0, len(words)), issue)
        tokens = ["<cls>"] + words
        ids[i, : len(tokens)] = torch.tensor([VOCAB[w] for w in tokens])
        labels[i] = table[product, issue]
        if rng.random() < 0.03:
            labels[i] = rng.randrange(len(QUEUES))
    return ids, labels
