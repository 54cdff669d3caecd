import torch
import torch.nn as nn

torch.manual_seed(99)

# patches are made from 10 independent factors that are mixed by a fixed random network
FACTORS, PIXELS = 10, 64
mix1, mix2 = torch.randn(FACTORS, 48) / FACTORS ** 0.5, torch.randn(48, PIXELS) / 48 ** 0.5


def patches(n):
    z = torch.randn(n, FACTORS)
    return torch.tanh(z @ mix1) @ mix2 + 0.02 * torch.randn(n, PIXELS)


class AutoEncoder(nn.Module):
    def __init__(self, hidden=96, code=16):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(PIXELS, hidden),
            nn.GELU(),
            nn.Linear(hidden, code),
        )
        self.decoder = nn.Sequential(
            nn.Linear(code, hidden),
            nn.GELU(),
            nn.Linear(hidden, PIXELS),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


train_x, test_x = patches(5000), patches(1000)
mu, sd = train_x.mean(0), train_x.std(0)
train_x, test_x = (train_x - mu) / sd, (test_x - mu) / sd

ae = AutoEncoder()
optimizer = torch.optim.Adam(ae.parameters(), lr=3e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=14)
criterion = nn.MSELoss()

for epoch in range(14):
    ae.train()
    perm = torch.randperm(len(train_x))
    epoch_loss = 0.0
    for i in range(0, len(perm), 100):
        batch = train_x[perm[i:i + 100]]
        optimizer.zero_grad()
        loss = criterion(ae(batch), batch)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    scheduler.step()
    if epoch % 4 == 0:
        print(f"epoch {epoch:2d}  reconstruction {epoch_loss / 50:.4f}")

ae.eval()
with torch.no_grad():
    err = criterion(ae(test_x), test_x).item()
print(f"test reconstruction error {err:.4f}, explained {100 * (1 - err):.1f}%")
