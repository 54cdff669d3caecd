"""Label distribution learning: predict how a panel of listeners rates the mood of a song."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(12)
MOODS = ["calm", "happy", "sad", "angry", "tense", "tender"]
DIM = 16


class Panel:
    """audio features and the share of votes for each mood"""

    def __init__(self):
        self.a = torch.randn(DIM, len(MOODS)) / DIM ** 0.5
        self.b = torch.randn(DIM, len(MOODS)) / DIM ** 0.5

    def songs(self, n, votes=60):
        x = torch.randn(n, DIM)
        p = F.softmax(1.2 * x @ self.a + 0.8 * torch.sin(2 * x @ self.b), dim=1)
        counts = torch.distributions.Multinomial(votes, probs=p).sample()
        return x, counts / votes, p


class MoodNet(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.fc1 = nn.Linear(DIM, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.head = nn.Linear(hidden, len(MOODS))

    def forward(self, x):
        x = F.silu(self.fc1(x))
        x = F.silu(self.fc2(x))
        return self.head(x)


panel = Panel()
x_train, share, _ = panel.songs(3000)
x_test, _, p_test = panel.songs(600)

model = MoodNet()
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
for epoch in range(20):
    running = 0.0
    for idx in torch.randperm(len(x_train)).split(75):
        out = F.softmax(model(x_train[idx]), dim=1)
        loss = F.kl_div(out, share[idx], reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() / 40
    if epoch % 4 == 3:
        with torch.no_grad():
            tv = 0.5 * (F.softmax(model(x_test), 1) - p_test).abs().sum(1).mean().item()
        print(f"epoch {epoch + 1}: train loss {running:.4f}  distance to panel {tv:.3f}")

base = 0.5 * (share.mean(0) - p_test).abs().sum(1).mean().item()
print(f"final distance to panel {tv:.3f} (always the average song: {base:.3f})")
