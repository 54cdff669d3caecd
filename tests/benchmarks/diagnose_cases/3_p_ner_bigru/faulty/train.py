"""BiGRU sequence tagger (toy named-entity recognition)."""
import torch
from torch import nn


def read_config(path="config.yaml"):
    cfg = {}
    for line in open(path):
        line = line.split("#")[0].strip()
        if line:
            k, v = line.split(":")
            cfg[k.strip()] = float(v) if "." in v else int(v)
    return cfg


class Tagger(nn.Module):
    def __init__(self, vocab, tags, emb, hidden):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.rnn = nn.GRU(emb, hidden, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, tags)

    def forward(self, x):
        h, _ = self.rnn(self.emb(x))
        return self.fc(h)


def corpus(n, length, cfg, word_tag):
    x = torch.randint(0, cfg["vocab"], (n, length))
    tags = word_tag[x]
    prev = torch.roll(x, 1, dims=1)
    prev[:, 0] = 0
    # a word after a "title" word (id < 6) is always a person
    tags[prev < 6] = 1
    tags[:, 0] = word_tag[x[:, 0]]
    return x, tags


cfg = read_config()
torch.manual_seed(cfg["seed"])
word_tag = torch.randint(0, cfg["tags"], (cfg["vocab"],))
x, y = corpus(600, 12, cfg, word_tag)
xv, yv = corpus(150, 12, cfg, word_tag)
model = Tagger(cfg["vocab"], cfg["tags"], cfg["emb"], cfg["hidden"])
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
criterion = nn.CrossEntropyLoss()

for epoch in range(cfg["epochs"]):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(x)).split(cfg["batch"]):
        optimizer.zero_grad()
        loss = criterion(model(x[idx]).flatten(0, 1), y[idx].flatten())
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(xv).argmax(-1) == yv).float().mean().item()
    print(f"epoch {epoch + 1}  loss {total / len(x):.4f}  token accuracy {acc:.3f}")
