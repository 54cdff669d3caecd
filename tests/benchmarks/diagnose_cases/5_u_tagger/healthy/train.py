import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(42)
rng = np.random.default_rng(42)

N_TAGS, VOCAB, LEN = 5, 80, 14


def build_corpus(n):
    # the tag of a word depends on the word and on the word before it
    table = rng.integers(0, N_TAGS, size=(8, VOCAB))
    words = rng.integers(0, VOCAB, size=(n, LEN))
    prev = np.concatenate([np.zeros((n, 1), dtype=int), words[:, :-1]], axis=1)
    tags = table[prev % 2, words]
    return torch.from_numpy(words), torch.from_numpy(tags)


class BiLSTMTagger(nn.Module):
    def __init__(self, dim=32, hidden=48):
        super().__init__()
        self.embedding = nn.Embedding(VOCAB, dim)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.proj = nn.Linear(2 * hidden, N_TAGS)

    def forward(self, x):
        out, _ = self.lstm(self.embedding(x))
        return self.proj(self.drop(out))


def evaluate(model, loader):
    model.eval()
    good, total = 0, 0
    with torch.no_grad():
        for words, tags in loader:
            pred = model(words).argmax(-1)
            good += (pred == tags).sum().item()
            total += tags.numel()
    return good / total


def train(model, train_loader, dev_loader, epochs=7):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        model.train()
        total_loss = 0.0
        for words, tags in train_loader:
            optimizer.zero_grad()
            scores = model(words)
            loss = criterion(scores.reshape(-1, N_TAGS), tags.reshape(-1))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            total_loss += loss.item()
            optimizer.step()
        print(
            "Epoch %2d  loss %.4f  dev acc %.4f"
            % (epoch + 1, total_loss / len(train_loader), evaluate(model, dev_loader))
        )


words, tags = build_corpus(2400)
train_set, dev_set = random_split(TensorDataset(words, tags), [2000, 400])
model = BiLSTMTagger()
train(model, DataLoader(train_set, batch_size=32, shuffle=True), DataLoader(dev_set, batch_size=100))
