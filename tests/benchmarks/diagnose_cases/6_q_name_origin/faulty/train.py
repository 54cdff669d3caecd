import json

import torch
from torch import nn

from names import CHARS, LABELS, encode, make_names


class OriginGRU(nn.Module):
    def __init__(self, embedding, hidden):
        super().__init__()
        self.embed = nn.Embedding(len(CHARS), embedding, padding_idx=0)
        self.gru = nn.GRU(embedding, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, len(LABELS))

    def forward(self, ids, lengths):
        out, _ = self.gru(self.embed(ids))
        last = out[torch.arange(len(ids)), lengths - 1]
        return self.fc(last)


def tensors(pairs):
    return [torch.tensor(t) for t in encode(pairs)]


def main():
    with open("config.json") as f:
        cfg = json.load(f)
    torch.manual_seed(cfg["seed"])
    pairs = make_names(3500, cfg["seed"])
    train, dev = tensors(pairs[:2800]), tensors(pairs[2800:])

    model = OriginGRU(cfg["embedding"], cfg["hidden"])
    opt_cls = getattr(torch.optim, cfg["optimizer"]["name"])
    optimizer = opt_cls(model.parameters(), lr=cfg["optimizer"]["lr"])
    criterion = nn.CrossEntropyLoss()

    for epoch in range(cfg["epochs"]):
        model.train()
        order = torch.randperm(len(train[0]))
        loss_sum = 0.0
        for idx in order.split(cfg["batch_size"]):
            ids, lengths, labels = (t[idx] for t in train)
            optimizer.zero_grad()
            loss = criterion(model(ids, lengths), labels)
            loss.backward()
            optimizer.step()
            loss_sum += loss.item() * len(idx)
        model.eval()
        with torch.no_grad():
            acc = (model(dev[0], dev[1]).argmax(1) == dev[2]).float().mean().item()
        print(f"{cfg['run']} epoch {epoch + 1} loss {loss_sum / len(order):.4f} dev accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
