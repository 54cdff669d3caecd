"""Short reviews as bags of words; gradients of several small batches make one step."""

import random

import torch
import torch.nn as nn

GOOD, BAD, NEUTRAL = range(30), range(30, 60), range(60, 200)
LENGTH = 16
ACCUMULATE = 4


def review(rng):
    label = rng.randrange(2)
    own, other = (GOOD, BAD) if label else (BAD, GOOD)
    words = [rng.choice(own) for _ in range(4)] + [rng.choice(other) for _ in range(2)]
    words += [rng.choice(NEUTRAL) for _ in range(LENGTH - 6)]
    rng.shuffle(words)
    return words, label


def dataset(rng, count):
    pairs = [review(rng) for _ in range(count)]
    return torch.tensor([words for words, _ in pairs]), torch.tensor([y for _, y in pairs])


class Classifier(nn.Module):
    def __init__(self, vocabulary=200, width=24):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.hidden = nn.Linear(width, 32)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(p=0.2)
        self.output = nn.Linear(32, 2)

    def forward(self, words):
        mean = self.embedding(words).mean(dim=1)
        return self.output(self.dropout(self.relu(self.hidden(mean))))


def train(model, words, labels, epochs=10, batch_size=16, lr=8e-3):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for epoch in range(epochs):
        model.train()
        order = torch.randperm(len(words)).split(batch_size)
        optimizer.zero_grad()
        for number, index in enumerate(order):
            loss = criterion(model(words[index]), labels[index]) / ACCUMULATE
            loss.backward()
            if (number + 1) % ACCUMULATE == 0:
                optimizer.step()
                optimizer.zero_grad()
        print(f"epoch {epoch}: loss {ACCUMULATE * loss.item():.3f}")


def test(model, words, labels):
    model.eval()
    with torch.no_grad():
        return (model(words).argmax(1) == labels).float().mean().item()


if __name__ == "__main__":
    random.seed(6)
    torch.manual_seed(6)
    source = random.Random(6)
    train_words, train_labels = dataset(source, 2400)
    test_words, test_labels = dataset(source, 600)
    classifier = Classifier()
    train(classifier, train_words, train_labels)
    print(f"quality: {test(classifier, test_words, test_labels):.4f}")
