"""Regression with uncertainty from Monte-Carlo dropout (dropout stays active when predicting)."""
import torch
from torch import nn

torch.manual_seed(81)


def f(x):
    return torch.sin(2 * x) + 0.3 * x


x = torch.cat([torch.rand(600, 1) * 3 - 3.5, torch.rand(600, 1) * 3 + 0.5])
y = f(x) + 0.1 * torch.randn_like(x)

model = nn.Sequential(
    nn.Linear(1, 128), nn.ReLU(), nn.Dropout(0.05),
    nn.Linear(128, 128), nn.ReLU(), nn.Dropout(0.05),
    nn.Linear(128, 1),
)
opt = torch.optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-6)
sched = torch.optim.lr_scheduler.MultiStepLR(opt, [700, 1000], gamma=0.3)
for step in range(1200):
    i = torch.randint(0, len(x), (128,))
    loss = nn.functional.mse_loss(model(x[i]), y[i])
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if (step + 1) % 200 == 0:
        print(step + 1, round(loss.item(), 4))


@torch.no_grad()
def mc_predict(model, x, passes=60):
    model.train()
    draws = torch.stack([model(x) for _ in range(passes)])
    return draws.mean(0), draws.std(0)


inside = torch.rand(400, 1) * 3 + 0.5
far = torch.rand(400, 1) * 2 + 5
m_in, s_in = mc_predict(model, inside)
_, s_far = mc_predict(model, far)
print(f"RMSE inside {(m_in - f(inside)).pow(2).mean().sqrt().item():.3f}  spread inside {s_in.mean().item():.3f} outside {s_far.mean().item():.3f}")
