"""Assign tags to support tickets; a ticket carries between one and four tags."""
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from model import TagNet

VOCAB, TAGS, WORDS = 600, 10, 40
random.seed(5)
np.random.seed(5)
torch.manual_seed(5)

tag_words = np.random.choice(VOCAB, size=(TAGS, 15), replace=False)


def write_ticket():
    tags = random.sample(range(TAGS), random.choice([1, 2, 2, 3, 4]))
    words = []
    for _ in range(WORDS):
        if random.random() < 0.55:
            words.append(int(np.random.choice(tag_words[random.choice(tags)])))
        else:
            words.append(random.randrange(VOCAB))
    target = np.zeros(TAGS, dtype=np.float32)
    target[tags] = 1.0
    return words, target


def make_split(n):
    tickets = [write_ticket() for _ in range(n)]
    words = torch.tensor([w for w, _ in tickets])
    targets = torch.from_numpy(np.stack([t for _, t in tickets]))
    return TensorDataset(words, targets)


def micro_f1(model, dataset):
    model.eval()
    words, target = dataset.tensors
    with torch.no_grad():
        pred = (model(words) > 0.5).float()
    tp = (pred * target).sum()
    return (2 * tp / (pred.sum() + target.sum()).clamp(min=1)).item()


def fit(model, train, test, epochs=12):
    loader = DataLoader(train, batch_size=32, shuffle=True)
    optim = torch.optim.Adam(model.parameters(), lr=5e-3)
    bce = torch.nn.BCELoss()
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for words, target in loader:
            optim.zero_grad()
            loss = bce(model(words), target)
            loss.backward()
            optim.step()
            total += loss.item()
        print("epoch %2d  bce %.4f  micro-F1 %.3f" % (epoch, total / len(loader), micro_f1(model, test)))


if __name__ == "__main__":
    train_set, test_set = make_split(2500), make_split(600)
    fit(TagNet(VOCAB, TAGS), train_set, test_set)
