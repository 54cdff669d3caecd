# Autoencoder on sensor readings of a plant; used afterwards to flag broken sensors
import torch
import torch.nn as nn

CONFIG = """
seed: 9
sensors: 30
encoder: 64,32,1
epochs: 25
batch: 50
lr: 0.002
"""


def load_config(text):
    cfg = {}
    for line in text.strip().splitlines():
        key, value = (s.strip() for s in line.split(":"))
        if "," in value:
            cfg[key] = [int(v) for v in value.split(",")]
        else:
            cfg[key] = float(value) if "." in value else int(value)
    return cfg


def plant_data(n, sensors, mixing):
    z = torch.rand(n, 4) * 2 - 1                       # load, temperature, valve, feed
    feats = torch.cat([z, z[:, :1] * z[:, 1:2], torch.sin(3 * z[:, 2:3]), z[:, 3:] ** 2], dim=1)
    return feats @ mixing + 0.03 * torch.randn(n, sensors)


class AutoEncoder(nn.Module):
    def __init__(self, n_in, widths):
        super().__init__()
        dims = [n_in] + widths
        enc, dec = [], []
        for a, b in zip(dims[:-1], dims[1:]):
            enc += [nn.Linear(a, b), nn.ELU()]
        for a, b in zip(dims[::-1][:-1], dims[::-1][1:]):
            dec += [nn.Linear(a, b), nn.ELU()]
        self.encoder = nn.Sequential(*enc[:-1])
        self.decoder = nn.Sequential(*dec[:-1])

    def forward(self, x):
        return self.decoder(self.encoder(x))


def auc(neg, pos):
    return (pos[:, None] > neg[None, :]).float().mean().item()


def main():
    cfg = load_config(CONFIG)
    torch.manual_seed(cfg["seed"])
    mixing = torch.randn(7, cfg["sensors"]) / 2
    train = plant_data(2500, cfg["sensors"], mixing)
    test = plant_data(500, cfg["sensors"], mixing)
    mean, std = train.mean(0), train.std(0)
    train, test = (train - mean) / std, (test - mean) / std
    broken = test.clone()
    broken[torch.arange(500), torch.randint(0, cfg["sensors"], (500,))] += 1.0

    ae = AutoEncoder(cfg["sensors"], cfg["encoder"])
    opt = torch.optim.Adam(ae.parameters(), lr=cfg["lr"])
    for epoch in range(cfg["epochs"]):
        total = 0.0
        for idx in torch.randperm(len(train)).split(cfg["batch"]):
            x = train[idx]
            loss = (ae(x) - x).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        with torch.no_grad():
            e_ok = (ae(test) - test).pow(2).mean(1)
            e_bad = (ae(broken) - broken).pow(2).mean(1)
        print(f"epoch {epoch:2d} train {total / len(train):.4f} test {e_ok.mean():.4f} anomaly auc {auc(e_ok, e_bad):.3f}")


if __name__ == "__main__":
    main()
