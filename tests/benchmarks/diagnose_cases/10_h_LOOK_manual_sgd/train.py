"""Two-layer network written with raw tensors and a hand-made momentum update."""
import torch

torch.manual_seed(13)
gen = torch.Generator().manual_seed(99)
n_in, n_hid, n_cls = 12, 64, 3

W1 = (torch.randn(n_in, n_hid) * (2.0 / n_in) ** 0.5).requires_grad_()
b1 = torch.zeros(n_hid, requires_grad=True)
W2 = (torch.randn(n_hid, n_cls) * (1.0 / n_hid) ** 0.5).requires_grad_()
b2 = torch.zeros(n_cls, requires_grad=True)
params = [W1, b1, W2, b2]
velocity = [torch.zeros_like(p) for p in params]


def spirals(n):
    y = torch.randint(0, n_cls, (n,), generator=gen)
    r = torch.rand(n, generator=gen) * 0.9 + 0.1
    a = r * 4 + y * 2 * torch.pi / n_cls + 0.1 * torch.randn(n, generator=gen)
    xy = torch.stack([r * a.cos(), r * a.sin()], 1)
    feats = [xy] + [torch.sin(k * xy) for k in (1, 2, 3)] + [torch.cos(k * xy) for k in (2, 3)]
    return torch.cat(feats, 1), y


def forward(x):
    return torch.clamp(x @ W1 + b1, min=0) @ W2 + b2


def nll(logits, y):
    logp = logits - logits.logsumexp(1, keepdim=True)
    return -logp[torch.arange(len(y)), y].mean()


x_train, y_train = spirals(2000)
x_test, y_test = spirals(500)
lr, mom = 0.3, 0.9
for epoch in range(30):
    for idx in torch.randperm(2000).split(50):
        loss = nll(forward(x_train[idx]), y_train[idx])
        loss.backward()
        with torch.no_grad():
            for p, v in zip(params, velocity):
                v.mul_(mom).add_(p.grad, alpha=1 - mom)
                p -= lr * v
                p.grad = None
    lr *= 0.95
    if epoch % 5 == 4:
        with torch.no_grad():
            acc = (forward(x_test).argmax(1) == y_test).float().mean().item()
        print(f"epoch {epoch + 1} loss {loss.item():.4f} test acc {acc:.3f}")
