"""Token tagger: which part of a postal address does each token belong to?"""
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

TAGS = ["street", "number", "city", "zip", "country"]
PAD = 0


def make_vocab():
    vocab = {"<pad>": PAD}
    for k in range(60):
        vocab[f"name{k}"] = len(vocab)
    for k in range(40):
        vocab[f"num{k}"] = len(vocab)
    for k in range(8):
        vocab[f"land{k}"] = len(vocab)
    return vocab


def sample_address(rnd):
    street = [(f"name{rnd.randrange(60)}", "street") for _ in range(rnd.randint(1, 2))]
    number = [(f"num{rnd.randrange(40)}", "number")]
    city = [(f"name{rnd.randrange(60)}", "city") for _ in range(rnd.randint(1, 2))]
    code = [(f"num{rnd.randrange(40)}", "zip")]
    land = [(f"land{rnd.randrange(8)}", "country")]
    first = street + number if rnd.random() < 0.7 else number + street
    second = code + city if rnd.random() < 0.5 else city + code
    return first + second + land


def encode(sample, vocab):
    return (torch.tensor([vocab[w] for w, _ in sample]), torch.tensor([TAGS.index(t) for _, t in sample]))


def collate(batch):
    words, tags = zip(*batch)
    return pad_sequence(words, batch_first=True, padding_value=PAD), pad_sequence(tags, batch_first=True, padding_value=-100)


class Tagger(nn.Module):
    def __init__(self, vocab_size, dim=24, hidden=24):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.gru = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, len(TAGS))

    def forward(self, words):
        h, _ = self.gru(self.emb(words))
        return self.out(h)


def accuracy(model, loader):
    good = total = 0
    model.eval()
    with torch.no_grad():
        for words, tags in loader:
            keep = tags != -100
            good += (model(words).argmax(-1)[keep] == tags[keep]).sum().item()
            total += keep.sum().item()
    return good / total


def main():
    rnd = random.Random(12)
    torch.manual_seed(12)
    vocab = make_vocab()
    samples = [encode(sample_address(rnd), vocab) for _ in range(2400)]
    train_dl = DataLoader(samples[:2000], batch_size=32, shuffle=True, collate_fn=collate)
    dev_dl = DataLoader(samples[2000:], batch_size=200, collate_fn=collate)
    model = Tagger(len(vocab))
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    loss_fn = nn.CrossEntropyLoss(ignore_index=-100)
    for epoch in range(8):
        model.train()
        running = 0.0
        for words, tags in train_dl:
            optimizer.zero_grad()
            loss = loss_fn(model(words).transpose(1, 2), tags)
            loss.backward()
            optimizer.step()
            running += loss.item()
        print(f"epoch {epoch + 1} loss {running / len(train_dl):.4f} dev token accuracy {accuracy(model, dev_dl):.4f}")


if __name__ == "__main__":
    main()
