import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self, d_in, d_hidden, d_out):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(d_in, d_hidden), nn.ReLU(),
            nn.Linear(d_hidden, d_out), nn.ReLU(),
        )

    def forward(self, x):
        return self.net(x)


class PairClassifier(nn.Module):
    """Tells whether two measurements come from the same device."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder(30, 64, 8)
        self.head = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))

    def embed(self, x):
        return self.encoder(x)

    def forward(self, a, b):
        d = (self.embed(a) - self.embed(b)).abs()
        return self.head(d).squeeze(-1)


N_DEV = 12
fingerprint = torch.randn(N_DEV, 5) * 1.2
mix = torch.randn(5, 30)
nuisance = torch.randn(10, 30)


def measure(ids):
    signal = fingerprint[ids] @ mix / 2.2
    return signal + torch.randn(len(ids), 10) @ nuisance * 0.55 + 0.3 * torch.randn(len(ids), 30)


def sample_pairs(n):
    a = torch.randint(0, N_DEV, (n,))
    same = torch.rand(n) < 0.5
    other = (a + torch.randint(1, N_DEV, (n,))) % N_DEV
    b = torch.where(same, a, other)
    return measure(a), measure(b), same.float()


model = PairClassifier()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
val_a, val_b, val_y = sample_pairs(2000)

for step in range(2500):
    a, b, y = sample_pairs(64)
    logits = model(a, b)
    loss = F.binary_cross_entropy_with_logits(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if (step + 1) % 500 == 0:
        with torch.no_grad():
            acc = ((model(val_a, val_b) > 0).float() == val_y).float().mean().item()
        print(f"step {step + 1}: loss {loss.item():.4f}  val acc {acc:.3f}")
