# Few-shot sinusoid regression with MAML (all tasks of a meta-batch adapted in parallel)
import math
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Cfg:
    meta_iters: int = 1200
    tasks: int = 16
    shots: int = 10
    inner_lr: float = 0.01
    inner_steps: int = 1
    meta_lr: float = 2e-3
    hidden: int = 40
    seed: int = 3


cfg = Cfg()
torch.manual_seed(cfg.seed)


def sample_tasks(n):
    amp = torch.empty(n, 1, 1).uniform_(0.5, 4.0)
    phase = torch.empty(n, 1, 1).uniform_(0, math.pi)

    def draw(k):
        x = torch.empty(n, k, 1).uniform_(-5, 5)
        return x, amp * torch.sin(x + phase)

    return draw(cfg.shots), draw(cfg.shots * 2)


class MetaMLP(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        sizes = [1, hidden, hidden, 1]
        self.weights = nn.ParameterList()
        self.biases = nn.ParameterList()
        for a, b in zip(sizes[:-1], sizes[1:]):
            self.weights.append(nn.Parameter(torch.randn(a, b) * math.sqrt(1.0 / a)))
            self.biases.append(nn.Parameter(torch.zeros(1, b)))

    def task_copies(self, n):
        return [p.detach().unsqueeze(0).repeat(n, 1, 1).requires_grad_() for p in [*self.weights, *self.biases]]

    @staticmethod
    def apply_fast(fast, x):
        half = len(fast) // 2
        for i in range(half):
            x = torch.baddbmm(fast[half + i], x, fast[i])
            if i < half - 1:
                x = torch.relu(x)
        return x


def adapt(net, x, y, steps):
    fast = net.task_copies(x.shape[0])
    for _ in range(steps):
        inner = ((net.apply_fast(fast, x) - y) ** 2).mean(dim=(1, 2)).sum()
        grads = torch.autograd.grad(inner, fast, create_graph=True)
        fast = [w - cfg.inner_lr * g for w, g in zip(fast, grads)]
    return fast


def evaluate(net, n=200, steps=3):
    (xs, ys), (xq, yq) = sample_tasks(n)
    fast = adapt(net, xs, ys, steps)
    pre = ((net.apply_fast(net.task_copies(n), xq) - yq) ** 2).mean().item()
    post = ((net.apply_fast(fast, xq) - yq) ** 2).mean().item()
    return pre, post


net = MetaMLP(cfg.hidden)
meta_opt = torch.optim.Adam(net.parameters(), lr=cfg.meta_lr)
avg = None
for it in range(1, cfg.meta_iters + 1):
    (xs, ys), (xq, yq) = sample_tasks(cfg.tasks)
    fast = adapt(net, xs, ys, cfg.inner_steps)
    outer = ((net.apply_fast(fast, xq) - yq) ** 2).mean()
    meta_opt.zero_grad()
    outer.backward()
    meta_opt.step()
    avg = outer.item() if avg is None else 0.98 * avg + 0.02 * outer.item()
    if it % 300 == 0:
        pre, post = evaluate(net)
        print(f"iter {it}: query loss {avg:.3f} | new tasks: before {pre:.3f}, after 3 steps {post:.3f}")
