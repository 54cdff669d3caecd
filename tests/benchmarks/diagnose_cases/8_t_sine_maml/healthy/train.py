# MAML on the sinusoid regression family (10-shot), all tasks of a meta-batch in one bmm.
import argparse
import math

import torch


def make_tasks(n, shots, gen):
    amp = 0.5 + 2.5 * torch.rand(n, 1, 1, generator=gen)
    phase = math.pi * torch.rand(n, 1, 1, generator=gen)
    x = 10 * torch.rand(n, 2 * shots, 1, generator=gen) - 5
    y = amp * torch.sin(x + phase)
    return (x[:, :shots], y[:, :shots]), (x[:, shots:], y[:, shots:])


def init_params(width):
    sizes = [1, width, width, 1]
    params = []
    for fan_in, fan_out in zip(sizes[:-1], sizes[1:]):
        w = torch.randn(fan_in, fan_out) / math.sqrt(fan_in)
        b = 0.5 * torch.randn(1, fan_out)
        params += [w.requires_grad_(), b.requires_grad_()]
    return params


def forward(params, x):
    w1, b1, w2, b2, w3, b3 = params
    h = torch.relu(x / 2.5 @ w1 + b1)
    h = torch.relu(h @ w2 + b2)
    return h @ w3 + b3


def adapt(params, support, inner_lr, steps, create_graph=True):
    x, y = support
    fast = [p.expand(len(x), *p.shape) for p in params]
    for _ in range(steps):
        per_task = (forward(fast, x) - y).pow(2).mean(dim=(1, 2))
        grads = torch.autograd.grad(per_task.sum(), fast, create_graph=create_graph)
        fast = [p - inner_lr * g for p, g in zip(fast, grads)]
    return fast


def evaluate(params, args, gen, n_tasks=200):
    support, (xq, yq) = make_tasks(n_tasks, args.shots, gen)
    before = (forward(params, xq) - yq).pow(2).mean().item()
    fast = adapt(params, support, args.inner_lr, args.test_steps, create_graph=False)
    after = (forward(fast, xq) - yq).pow(2).mean().item()
    return before, after, yq.var().item()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--meta-iters", type=int, default=1500)
    parser.add_argument("--meta-batch", type=int, default=16)
    parser.add_argument("--shots", type=int, default=10)
    parser.add_argument("--inner-lr", type=float, default=0.03)
    parser.add_argument("--inner-steps", type=int, default=1)
    parser.add_argument("--test-steps", type=int, default=3)
    parser.add_argument("--meta-lr", type=float, default=2e-3)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    gen = torch.Generator().manual_seed(args.seed)
    params = init_params(64)
    meta_opt = torch.optim.Adam(params, lr=args.meta_lr)

    for it in range(args.meta_iters):
        support, (xq, yq) = make_tasks(args.meta_batch, args.shots, gen)
        fast = adapt(params, support, args.inner_lr, args.inner_steps)
        meta_loss = (forward(fast, xq) - yq).pow(2).mean()
        meta_opt.zero_grad()
        meta_loss.backward()
        meta_opt.step()
        if it % max(1, args.meta_iters // 10) == 0:
            print(f"iter {it:5d}  meta loss {meta_loss.item():.3f}")

    before, after, var = evaluate(params, args, gen)
    print(f"new tasks: mse before adaptation {before:.3f}, after {after:.3f}, target variance {var:.3f}")
