import random

import torch
from torch import nn, optim
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

from model import BiLSTMTagger
from text import PAD_TAG, TAGS, generate

random.seed(13)
torch.manual_seed(13)


def build_vocab(sentences):
    # 0 is kept for padding, 1 for unknown words
    words = sorted({w for tokens, _ in sentences for w in tokens})
    return {w: i + 2 for i, w in enumerate(words)}


def encode(sentences, vocab):
    data = []
    for tokens, tags in sentences:
        ids = torch.tensor([vocab.get(w, 1) for w in tokens])
        data.append((ids, torch.tensor([TAGS.index(t) for t in tags])))
    return data


def collate(batch):
    xs, ys = zip(*batch)
    return pad_sequence(xs, batch_first=True), pad_sequence(ys, batch_first=True, padding_value=PAD_TAG)


def evaluate(model, loader):
    model.eval()
    good = n = 0
    with torch.no_grad():
        for x, y in loader:
            keep = y != PAD_TAG
            good += (model(x).argmax(-1)[keep] == y[keep]).sum().item()
            n += keep.sum().item()
    return good / n


train_sents, test_sents = generate(1200), generate(300)
vocab = build_vocab(train_sents)
train_loader = DataLoader(encode(train_sents, vocab), batch_size=32, shuffle=True, collate_fn=collate)
test_loader = DataLoader(encode(test_sents, vocab), batch_size=100, collate_fn=collate)

model = BiLSTMTagger(vocab_size=len(vocab), tag_count=len(TAGS))
criterion = nn.CrossEntropyLoss(ignore_index=PAD_TAG)
optimizer = optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(5):
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x).transpose(1, 2), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch + 1}: loss {total / len(train_loader):.3f}, token accuracy {evaluate(model, test_loader):.3f}")
