import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SEED = 33
torch.manual_seed(SEED)
N_CLS, DIM, TEMP = 5, 10, 3.0


class Spirals:
    """Random quadratic decision boundaries."""

    def __init__(self):
        self.w = torch.randn(N_CLS, DIM) / DIM ** 0.5
        self.q = torch.randn(N_CLS, 3, DIM) / DIM ** 0.5

    def draw(self, n):
        x = torch.randn(n, DIM)
        s = x @ self.w.t() + 0.6 * torch.einsum("nd,ckd->nck", x, self.q).pow(2).sum(-1)
        return x, s.argmax(1)


def build(width, depth, dropout):
    layers, d = [], DIM
    for _ in range(depth):
        layers += [nn.Linear(d, width), nn.ReLU(), nn.Dropout(dropout)]
        d = width
    return nn.Sequential(*layers, nn.Linear(d, N_CLS))


def train(model, loader, epochs, loss_fn, lr=2e-3):
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    for ep in range(epochs):
        model.train()
        for xb, yb in loader:
            opt.zero_grad()
            loss = loss_fn(model(xb), xb, yb)
            loss.backward()
            opt.step()
    return loss.item()


@torch.no_grad()
def test(model, x, y):
    model.eval()
    return (model(x).argmax(1) == y).float().mean().item()


task = Spirals()
x_tr, y_tr = task.draw(5000)
x_te, y_te = task.draw(1500)
loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=100, shuffle=True)

teacher = build(width=192, depth=2, dropout=0.2)
train(teacher, loader, 7, lambda out, x, y: F.cross_entropy(out, y))
teacher.eval()
print(f"teacher test acc {test(teacher, x_te, y_te):.3f}")


def kd_loss(out, x, y, alpha=0.7):
    with torch.no_grad():
        soft = F.softmax(teacher(x) / TEMP, dim=1)
    kd = F.kl_div(F.log_softmax(out / TEMP, dim=1), soft, reduction="batchmean") * TEMP ** 2
    return alpha * kd + (1 - alpha) * F.cross_entropy(out, y)


keep = 0.9
student = build(width=64, depth=2, dropout=1 - keep)
last = train(student, loader, 10, kd_loss)
print(f"student kd loss {last:.3f} test acc {test(student, x_te, y_te):.3f}")
