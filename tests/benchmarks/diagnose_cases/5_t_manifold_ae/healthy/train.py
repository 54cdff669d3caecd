# Autoencoder for compressing sensor panels (64 sensors, driven by a few physical causes)
import math
import torch
import torch.nn as nn

torch.manual_seed(31)

N_SENSORS = 64


def panels(n, mix, shift):
    causes = torch.rand(n, 6) * 2 - 1
    return torch.tanh(causes @ mix + shift) + 0.02 * torch.randn(n, N_SENSORS)


class AutoEncoder(nn.Module):
    def __init__(self, n_in, hidden=64, code=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(n_in, hidden), nn.ELU(), nn.Linear(hidden, code))
        self.decoder = nn.Sequential(nn.Linear(code, hidden), nn.ELU(), nn.Linear(hidden, n_in))

    def forward(self, x):
        z = self.encoder(x)
        return self.decoder(z), z


mix, shift = torch.randn(6, N_SENSORS) * 0.8, torch.randn(N_SENSORS) * 0.3
x_train, x_test = panels(3000, mix, shift), panels(500, mix, shift)

ae = AutoEncoder(N_SENSORS)
opt = torch.optim.Adam(ae.parameters(), lr=2e-3)
best = math.inf
for epoch in range(25):
    ae.train()
    for xb in x_train[torch.randperm(len(x_train))].split(100):
        rec, _ = ae(xb)
        loss = (rec - xb).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    ae.eval()
    with torch.no_grad():
        rec, z = ae(x_test)
        err = (rec - x_test).pow(2).mean().item()
    best = min(best, err)
    if epoch % 4 == 0:
        expl = 1 - err / x_test.var(0).mean().item()
        print(f"epoch {epoch:2d}  train {loss.item():.4f}  test mse {err:.4f}  variance explained {expl:.3f}")
print(f"best test mse {best:.4f}")
