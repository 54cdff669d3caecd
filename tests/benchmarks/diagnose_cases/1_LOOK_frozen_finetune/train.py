"""Linear probing: the pretrained encoder is frozen on purpose, only the head is trained."""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
MIX = torch.randn(6, 40)


def make(n, k):
    z = torch.randn(n, 6)
    x = torch.tanh(z @ MIX * 0.5) + 0.1 * torch.randn(n, 40)
    if k == "recon":
        return x, z
    return x, (z[:, 0] + z[:, 1] > 0).long() + 2 * (z[:, 2] > 0).long()


encoder = nn.Sequential(nn.Linear(40, 64), nn.ReLU(), nn.BatchNorm1d(64), nn.Linear(64, 32), nn.ReLU())
aux = nn.Linear(32, 6)
opt = torch.optim.Adam([*encoder.parameters(), *aux.parameters()], lr=2e-3)
for epoch in range(5):
    for x, z in DataLoader(TensorDataset(*make(4000, "recon")), batch_size=64, shuffle=True):
        loss = nn.functional.mse_loss(aux(encoder(x)), z)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"[pretrain] epoch {epoch} mse {loss.item():.4f}")

for p in encoder.parameters():
    p.requires_grad_(False)
encoder.eval()
head = nn.Linear(32, 4)
opt = torch.optim.Adam(head.parameters(), lr=5e-3)
crit = nn.CrossEntropyLoss()
loader = DataLoader(TensorDataset(*make(3000, "cls")), batch_size=64, shuffle=True)
xv, yv = make(1000, "cls")
for epoch in range(8):
    tot = 0.0
    head.train()
    for x, y in loader:
        with torch.no_grad():
            feat = encoder(x)
        loss = crit(head(feat), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item()
    with torch.no_grad():
        acc = (head(encoder(xv)).argmax(1) == yv).float().mean().item()
    print(f"[probe] epoch {epoch} loss {tot / len(loader):.4f} val_acc {acc:.4f}")
