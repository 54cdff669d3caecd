"""Multi-label tagging of shop items from a bag-of-attributes vector (0 to 6 tags per item)."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split

N_TAGS, N_ATTR = 12, 60


class ItemTags(Dataset):
    def __init__(self, n, seed=0):
        rng = np.random.default_rng(seed)
        W = rng.normal(0, 1, (N_ATTR, N_TAGS)) * (rng.random((N_ATTR, N_TAGS)) < 0.25)
        self.x = (rng.random((n, N_ATTR)) < 0.3).astype(np.float32)
        score = self.x @ W
        self.y = (score > np.quantile(score, 0.75, axis=0)).astype(np.float32)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def micro_f1(logits, y):
    pred = (torch.sigmoid(logits) > 0.5).float()
    tp = (pred * y).sum()
    return (2 * tp / (pred.sum() + y.sum()).clamp(min=1)).item()


def epoch_pass(net, loader, criterion, opt=None):
    net.train(opt is not None)
    losses, outs, ys = [], [], []
    with torch.set_grad_enabled(opt is not None):
        for x, y in loader:
            z = net(x)
            loss = criterion(z, y)
            if opt:
                opt.zero_grad()
                loss.backward()
                opt.step()
            losses.append(loss.item())
            outs.append(z.detach())
            ys.append(y)
    return float(np.mean(losses)), micro_f1(torch.cat(outs), torch.cat(ys))


def main():
    torch.manual_seed(2)
    train, val = random_split(ItemTags(5000, seed=2), [4000, 1000])
    train_dl = DataLoader(train, batch_size=64, shuffle=True)
    val_dl = DataLoader(val, batch_size=250)
    net = nn.Sequential(nn.Linear(N_ATTR, 128), nn.GELU(), nn.Dropout(0.1), nn.Linear(128, N_TAGS))
    criterion = nn.BCEWithLogitsLoss()
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3)
    for ep in range(10):
        tr_loss, tr_f1 = epoch_pass(net, train_dl, criterion, opt)
        va_loss, va_f1 = epoch_pass(net, val_dl, criterion)
        print(f"{ep:>2} train loss {tr_loss:.3f} f1 {tr_f1:.3f} | val loss {va_loss:.3f} f1 {va_f1:.3f}")


if __name__ == "__main__":
    main()
