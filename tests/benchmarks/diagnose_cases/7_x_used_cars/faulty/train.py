import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from features import NUMERIC, prepare
from listings import generate


class PriceNet(nn.Module):
    def __init__(self, cards, n_num, emb=5):
        super().__init__()
        self.embs = nn.ModuleList([nn.Embedding(c, emb) for c in cards])
        self.head = nn.Sequential(
            nn.Linear(len(cards) * emb + n_num, 64), nn.ReLU(),
            nn.Linear(64, 32), nn.ReLU(),
            nn.Linear(32, 1),
        )

    def forward(self, ids, num):
        z = [e(ids[:, k]) for k, e in enumerate(self.embs)]
        return self.head(torch.cat([*z, num], 1))[:, 0]


def targets(rows):
    return torch.tensor([r["log_price"] for r in rows], dtype=torch.float32)


if __name__ == "__main__":
    torch.manual_seed(40)
    rows = generate(5000, seed=40)
    train_rows, test_rows = rows[:4200], rows[4200:]
    (tr_ids, tr_num), (te_ids, te_num), cards = prepare(train_rows, test_rows)
    y_tr, y_te = targets(train_rows), targets(test_rows)
    y_mean = y_tr.mean()

    net = PriceNet(cards, len(NUMERIC))
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    loader = DataLoader(TensorDataset(tr_ids, tr_num, y_tr - y_mean), batch_size=64, shuffle=True)
    for epoch in range(12):
        net.train()
        tot = 0.0
        for ids, num, y in loader:
            loss = nn.functional.mse_loss(net(ids, num), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            tot += loss.item() * len(y)
        net.eval()
        with torch.no_grad():
            err = net(te_ids, te_num) + y_mean - y_te
        r2 = 1 - err.pow(2).mean() / y_te.var()
        mape = (err.exp() - 1).abs().mean()
        print(f"epoch {epoch + 1:2d}  train mse {tot / len(y_tr):.4f}  test mse {err.pow(2).mean():.4f}  test R2 {r2:.3f}  MAPE {100 * mape:.1f}%")
