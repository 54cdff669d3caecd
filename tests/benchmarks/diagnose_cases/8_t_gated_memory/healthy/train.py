import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2)


class GatedCell(nn.Module):
    """Single-gate recurrence: h <- (1 - z) * h + z * candidate."""

    def __init__(self, n_in, n_hidden, horizon):
        super().__init__()
        self.x2h = nn.Linear(n_in, 2 * n_hidden)
        self.h2h = nn.Linear(n_hidden, 2 * n_hidden, bias=False)
        self.n_hidden = n_hidden
        self.reset(horizon)

    def reset(self, horizon):
        nn.init.xavier_uniform_(self.x2h.weight)
        nn.init.orthogonal_(self.h2h.weight)
        with torch.no_grad():
            self.x2h.bias.zero_()
            # time constants spread over the horizon (Tallec & Ollivier)
            span = torch.empty(self.n_hidden).uniform_(1, horizon - 1)
            self.x2h.bias[: self.n_hidden] = -torch.log(span)

    def forward(self, gates_x, h):
        zx, cx = gates_x.chunk(2, -1)
        zh, ch = self.h2h(h).chunk(2, -1)
        z = torch.sigmoid(zx + zh)
        return (1 - z) * h + z * torch.tanh(cx + ch)


class MemoryNet(nn.Module):
    def __init__(self, n_in, n_hidden, n_out, horizon):
        super().__init__()
        self.cell = GatedCell(n_in, n_hidden, horizon)
        self.out = nn.Linear(n_hidden, n_out)

    def forward(self, x):
        gx = self.cell.x2h(x)
        h = x.new_zeros(x.size(0), self.cell.n_hidden)
        for t in range(x.size(1)):
            h = self.cell(gx[:, t], h)
        return self.out(h)


def cue_batch(n, length, cues=4, noise=6):
    """A cue in the first three steps, then distractor symbols until the end."""
    cue = torch.randint(0, cues, (n,))
    x = torch.zeros(n, length, cues + noise)
    x[:, :3, :cues] = F.one_hot(cue, cues).float().unsqueeze(1)
    d = torch.randint(0, noise, (n, length - 3))
    x[:, 3:, cues:] = F.one_hot(d, noise).float()
    return x, cue


LENGTH, STEPS = 90, 180
model = MemoryNet(10, 48, 4, horizon=LENGTH)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
history = []
for step in range(1, STEPS + 1):
    x, y = cue_batch(32, LENGTH)
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    history.append(loss.item())
    if step % 60 == 0:
        with torch.no_grad():
            x, y = cue_batch(500, LENGTH)
            acc = (model(x).argmax(1) == y).float().mean().item()
        print(f"step {step}  loss {sum(history[-60:]) / 60:.3f}  recall of the cue {acc:.3f}")
