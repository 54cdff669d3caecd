import torch
import yaml
from torch import nn
from torch.utils.data import DataLoader

from data import load_splits
from model import ChurnNet


def auc(scores, labels):
    order = torch.argsort(scores)
    ranks = torch.empty_like(scores)
    ranks[order] = torch.arange(1, len(scores) + 1, dtype=scores.dtype)
    pos = labels == 1
    n_pos, n_neg = pos.sum(), (~pos).sum()
    return ((ranks[pos].sum() - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg)).item()


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    scores, labels = [], []
    for numeric, cats, y in loader:
        scores.append(model(numeric, cats))
        labels.append(y)
    scores, labels = torch.cat(scores), torch.cat(labels)
    acc = ((scores > 0).float() == labels).float().mean().item()
    return auc(scores.double(), labels), acc


def main():
    with open("config.yaml") as f:
        cfg = yaml.safe_load(f)
    torch.manual_seed(cfg["data"]["seed"])
    train_set, test_set = load_splits(**cfg["data"])
    tc = cfg["train"]
    train_loader = DataLoader(train_set, batch_size=tc["batch_size"], shuffle=True)
    test_loader = DataLoader(test_set, batch_size=1024)

    model = ChurnNet(5, **cfg["model"])
    opt = torch.optim.AdamW(model.parameters(), lr=tc["lr"], weight_decay=tc["weight_decay"])
    loss_fn = nn.BCEWithLogitsLoss()

    for epoch in range(1, tc["epochs"] + 1):
        model.train()
        total, seen = 0.0, 0
        for numeric, cats, y in train_loader:
            opt.zero_grad()
            loss = loss_fn(model(numeric, cats), y)
            loss.backward()
            opt.step()
            total += loss.item() * len(y)
            seen += len(y)
        test_auc, test_acc = evaluate(model, test_loader)
        print(f"epoch {epoch:2d}  loss {total / seen:.4f}  test auc {test_auc:.3f}  test acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
