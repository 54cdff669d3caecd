import math
import torch
import torch.nn.functional as F

torch.manual_seed(1)
INNER_LR, INNER_STEPS, META_LR, META_ITERS, TASKS, K = 0.05, 2, 4e-3, 400, 4, 10


def init_params(width=40):
    sizes = [(1, width), (width, width), (width, 1)]
    params = []
    for i, o in sizes:
        params += [torch.randn(i, o) * math.sqrt(2.0 / i) * (0.5 if i == 1 else 1.0), torch.zeros(o)]
    return [p.requires_grad_() for p in params]


def net(x, p):
    h = torch.relu(x @ p[0] + p[1])
    h = torch.relu(h @ p[2] + p[3])
    return h @ p[4] + p[5]


class SineTask:
    def __init__(self):
        self.amp = 0.5 + 2.0 * torch.rand(1)
        self.phase = math.pi * torch.rand(1)

    def points(self, n):
        x = torch.rand(n, 1) * 6 - 3
        return x, self.amp * torch.sin(x + self.phase)


def adapt(params, x, y, steps=INNER_STEPS):
    fast = list(params)
    for _ in range(steps):
        loss = F.mse_loss(net(x, fast), y)
        grads = torch.autograd.grad(loss, fast, create_graph=True)
        fast = [p - INNER_LR * g.clamp(-5, 5) for p, g in zip(fast, grads)]
    return fast


def meta_test(params, n_tasks=100):
    total = 0.0
    gen_state = torch.get_rng_state()
    torch.manual_seed(999)
    for _ in range(n_tasks):
        task = SineTask()
        fast = adapt(params, *task.points(K))
        with torch.no_grad():
            x, y = task.points(100)
            total += F.mse_loss(net(x, fast), y).item()
    torch.set_rng_state(gen_state)
    return total / n_tasks


meta = init_params()
optimizer = torch.optim.Adam(meta, lr=META_LR)
for it in range(1, META_ITERS + 1):
    optimizer.zero_grad()
    batch_loss = 0.0
    for _ in range(TASKS):
        task = SineTask()
        fast = adapt(meta, *task.points(K))
        xq, yq = task.points(K)
        batch_loss = batch_loss + F.mse_loss(net(xq, fast), yq) / TASKS
    batch_loss.backward()
    torch.nn.utils.clip_grad_norm_(meta, 10.0)
    optimizer.step()
    if it % 100 == 0:
        print(f"meta-iter {it} query loss {batch_loss.item():.3f} meta-test mse {meta_test(meta):.3f}")
