import torch
from torch import nn
from torch.utils.data import DataLoader

from autoencoder import AutoEncoder
from telemetry import make_telemetry

CONFIG = dict(seed=6, hidden=48, code=8, lr=2e-3, epochs=12, batch=64)


def roc_auc(score, positive):
    s_pos, s_neg = score[positive], score[~positive]
    return (s_pos[:, None] > s_neg[None]).float().mean().item()


def main(cfg):
    torch.manual_seed(cfg["seed"])
    x, odd = make_telemetry(4600, 300, seed=cfg["seed"])
    train_x = x[:4000]
    eval_x, eval_odd = x[4000:], odd[4000:]
    mu, sd = train_x.mean(0), train_x.std(0)
    train_x, eval_x = (train_x - mu) / sd, (eval_x - mu) / sd

    model = AutoEncoder(x.shape[1], cfg["hidden"], cfg["code"])
    opt = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
    loader = DataLoader(train_x, batch_size=cfg["batch"], shuffle=True)
    for epoch in range(1, cfg["epochs"] + 1):
        model.train()
        total = 0.0
        for xb in loader:
            loss = nn.functional.mse_loss(model(xb), xb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        if epoch % 4 == 0:
            model.eval()
            with torch.no_grad():
                score = model.anomaly_score(eval_x)
            print(f"epoch {epoch:2d}  reconstruction {total / len(train_x):.4f}  "
                  f"eval reconstruction (normal) {score[~eval_odd].mean():.4f}  incident AUC {roc_auc(score, eval_odd):.3f}")


if __name__ == "__main__":
    main(CONFIG)
