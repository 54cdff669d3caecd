"""Self-supervised embedding of heartbeats, two augmented views per beat.
Afterwards a beat of the same patient has to be found by nearest neighbour."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(40)
LEN, PATIENTS = 64, 60


def patient_params(n):
    return torch.rand(n, 6) * 2 - 1


def beats(params):
    """one beat per row, morphology from the six numbers of the patient"""
    t = torch.linspace(-1, 1, LEN)
    out = torch.zeros(len(params), LEN)
    for k, (c, w) in enumerate([(-0.6, 0.12), (-0.1, 0.05), (0.05, 0.06), (0.2, 0.08), (0.5, 0.15), (0.75, 0.1)]):
        out += params[:, k:k + 1] * torch.exp(-(t - c) ** 2 / (2 * w ** 2))
    return out


def augment(x):
    gain = 0.6 + 0.8 * torch.rand(len(x), 1)
    drift = torch.randn(len(x), 1) * torch.linspace(-1, 1, LEN) + torch.randn(len(x), 1)
    return gain * x + drift + 0.1 * torch.randn_like(x)


class Encoder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv1d(1, 16, 7, stride=2, padding=3), nn.ReLU(),
            nn.Conv1d(16, 16, 5, stride=2, padding=2), nn.ReLU(), nn.Flatten(),
        )
        self.proj = nn.Sequential(nn.Linear(16 * LEN // 4, 64), nn.ReLU(), nn.Linear(64, dim))

    def forward(self, x):
        return F.normalize(self.proj(self.conv(x.unsqueeze(1))), dim=1)


def view_loss(z1, z2, temperature=0.1):
    sim = F.cosine_similarity(z1, z2, dim=1)
    return ((1 - sim) / temperature).mean()


@torch.no_grad()
def retrieval(encoder, params):
    a, b = encoder(augment(beats(params))), encoder(augment(beats(params)))
    hit = ((a @ b.t()).argmax(1) == torch.arange(len(a))).float().mean().item()
    return hit, a.std(0).mean().item()


encoder = Encoder()
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
held_out = patient_params(PATIENTS)

for step in range(1, 301):
    x = beats(patient_params(64))
    z1, z2 = encoder(augment(x)), encoder(augment(x))
    loss = view_loss(z1, z2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 50 == 0:
        top1, spread = retrieval(encoder, held_out)
        print(f"step {step} loss {loss.item():.4f} retrieval top-1 {top1:.3f} embedding std {spread:.4f}")
