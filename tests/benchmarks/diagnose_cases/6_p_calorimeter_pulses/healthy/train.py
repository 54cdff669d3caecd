# Energy of calorimeter hits from the digitised detector pulse (pile-up included).
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(14)
torch.manual_seed(14)
N_SAMPLES = 64


def pulse(t, t0, rise=2.0, fall=9.0):
    s = np.clip(t - t0, 0, None)
    p = np.exp(-s / fall) - np.exp(-s / rise)
    return p / 0.53


def events(n):
    t = np.arange(N_SAMPLES)
    energy = rng.uniform(0.2, 5.0, n)
    x = np.empty((n, N_SAMPLES), np.float32)
    for i in range(n):
        trace = energy[i] * pulse(t, rng.uniform(8, 16))
        if rng.random() < 0.3:
            trace += rng.uniform(0.2, 1.5) * pulse(t, rng.uniform(34, 50))
        x[i] = trace + 0.05 * rng.standard_normal(N_SAMPLES)
    return torch.from_numpy(x).unsqueeze(1), torch.from_numpy(energy.astype(np.float32))


class PulseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(16, 16, 5, padding=2), nn.ReLU(), nn.MaxPool1d(2),
        )
        self.regress = nn.Sequential(nn.Flatten(), nn.Linear(16 * (N_SAMPLES // 4), 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.regress(self.features(x))[:, 0]


x_train, e_train = events(3000)
x_test, e_test = events(600)
net = PulseNet()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5, gamma=0.5)

for epoch in range(15):
    net.train()
    order = torch.randperm(len(x_train))
    total = 0.0
    for start in range(0, len(order), 64):
        b = order[start:start + 64]
        loss = nn.functional.smooth_l1_loss(net(x_train[b]), e_train[b])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(b)
    scheduler.step()
    net.eval()
    with torch.no_grad():
        diff = net(x_test) - e_test
    print(f"epoch {epoch + 1:2d}  train {total / len(order):.4f}  energy resolution (rms) {diff.pow(2).mean().sqrt():.3f} GeV  bias {diff.mean():+.3f}")
