"""Event logs: did the alarm (token 1) come before or after the reset (token 2)?"""
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

from model import SequenceClassifier

VOCAB, LENGTH = 12, 16


def event_logs(n, seed):
    g = torch.Generator().manual_seed(seed)
    x = torch.randint(3, VOCAB, (n, LENGTH), generator=g)
    y = torch.zeros(n, dtype=torch.long)
    for i in range(n):
        a, b = torch.randperm(LENGTH, generator=g)[:2].tolist()
        x[i, a], x[i, b] = 1, 2
        y[i] = int(a < b)
    return TensorDataset(x, y)


def main():
    torch.manual_seed(0)
    train_loader = DataLoader(event_logs(3000, 10), batch_size=64, shuffle=True)
    val_loader = DataLoader(event_logs(600, 11), batch_size=200)
    model = SequenceClassifier(VOCAB, 2)
    optimizer = optim.Adam(model.parameters(), lr=2e-3)
    scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(10):
        model.train()
        epoch_loss = 0.0
        for x, y in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item()
        scheduler.step()

        model.eval()
        with torch.no_grad():
            right = torch.cat([model(x).argmax(1) == y for x, y in val_loader])
        print(f"epoch {epoch}: loss {epoch_loss / len(train_loader):.4f}, val accuracy {right.float().mean():.3f}")


if __name__ == "__main__":
    main()
