# Day-ahead electricity load: encode 30 hourly values, roll out 12 steps.
import torch
import torch.nn as nn

torch.manual_seed(4)
HIST, HORIZON, BATCH, STEPS = 30, 12, 48, 300


def sample_batch(n):
    t = torch.arange(HIST + HORIZON).float()
    phase = torch.rand(n, 1) * 24
    level = torch.rand(n, 1) * 0.6 - 0.3
    amp = 0.5 + torch.rand(n, 1)
    load = level + amp * torch.sin(2 * torch.pi * (t + phase) / 24) + 0.3 * torch.sin(4 * torch.pi * (t + phase) / 24)
    load = load + 0.05 * torch.randn_like(load)
    return load[:, :HIST], load[:, HIST:]


class Rollout(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.encoder = nn.GRU(1, hidden, batch_first=True)
        self.cell = nn.GRUCell(1, hidden)
        self.proj = nn.Linear(hidden, 1)

    def forward(self, hist):
        _, h = self.encoder(hist.unsqueeze(-1))
        h = h[0]
        y = hist[:, -1:]
        outs = []
        for _ in range(HORIZON):
            h = self.cell(y, h)
            y = y + self.proj(h)
            outs.append(y)
        return torch.cat(outs, dim=1)


def horizon_loss(pred, target, weights):
    per_step = []
    for k in range(HORIZON):
        per_step.append(weights[k].item() * torch.mean((pred[:, k] - target[:, k]) ** 2).item())
    total = torch.tensor(sum(per_step) / weights.sum().item(), requires_grad=True)
    return total


model = Rollout()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
weights = torch.linspace(1.0, 0.5, HORIZON)
val_hist, val_future = sample_batch(512)


def validate():
    model.eval()
    with torch.no_grad():
        p = model(val_hist)
        mae = (p - val_future).abs().mean().item()
        naive = (val_hist[:, -1:] - val_future).abs().mean().item()
    model.train()
    return mae, naive


for step in range(1, STEPS + 1):
    hist, future = sample_batch(BATCH)
    optimizer.zero_grad()
    loss = horizon_loss(model(hist), future, weights)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if step % 50 == 0:
        mae, naive = validate()
        print(f"step {step:4d} loss {loss.item():.4f} val MAE {mae:.3f} (persistence {naive:.3f})")
