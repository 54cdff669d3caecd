import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(6)


class LoRALinear(nn.Module):
    def __init__(self, base: nn.Linear, rank: int = 4, alpha: float = 8.0):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad = False
        self.A = nn.Parameter(torch.empty(rank, base.in_features))
        self.B = nn.Parameter(torch.empty(base.out_features, rank))
        self.scale = alpha / rank
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.zeros_(self.A)
        nn.init.zeros_(self.B)

    def forward(self, x):
        return self.base(x) + self.scale * F.linear(F.linear(x, self.A), self.B)


class Backbone(nn.Module):
    def __init__(self, d_in=16, width=64, n_out=4):
        super().__init__()
        self.fc1 = nn.Linear(d_in, width)
        self.fc2 = nn.Linear(width, width)
        self.out = nn.Linear(width, n_out)

    def forward(self, x):
        return self.out(F.relu(self.fc2(F.relu(self.fc1(x)))))


def make_task(w, n):
    x = torch.randn(n, 16)
    return x, torch.tanh(x @ w).sin().add(0.5 * x @ w).argmax(1)


def fit(model, x, y, epochs, lr):
    params = [p for p in model.parameters() if p.requires_grad]
    print(f"trainable parameters: {sum(p.numel() for p in params)}")
    optimizer = torch.optim.AdamW(params, lr=lr, weight_decay=0.0)
    for epoch in range(epochs):
        perm = torch.randperm(len(x))
        total = 0.0
        for i in range(0, len(x), 64):
            b = perm[i:i + 64]
            loss = F.cross_entropy(model(x[b]), y[b])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(b)
        print(f"  epoch {epoch} loss {total / len(x):.4f}")


@torch.no_grad()
def accuracy(model, x, y):
    return (model(x).argmax(1) == y).float().mean().item()


w_old = torch.randn(16, 4) / 2
w_new = w_old[:, [2, 0, 3, 1]] + 0.2 * torch.randn(16, 4)
model = Backbone()
fit(model, *make_task(w_old, 3000), epochs=6, lr=3e-3)

x_test, y_test = make_task(w_new, 1000)
print(f"zero-shot acc on new task {accuracy(model, x_test, y_test):.3f}")
for p in model.parameters():
    p.requires_grad = False
for name in ("fc1", "fc2", "out"):
    setattr(model, name, LoRALinear(getattr(model, name)))
fit(model, *make_task(w_new, 2000), epochs=10, lr=5e-3)
print(f"adapted acc on new task {accuracy(model, x_test, y_test):.3f}")
