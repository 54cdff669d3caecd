import argparse

import torch
from flow import Flow


def moons(n):
    a = 3.1416 * torch.rand(n)
    side = (torch.rand(n) < 0.5).float()
    x = torch.where(side > 0, a.cos(), 1 - a.cos())
    y = torch.where(side > 0, a.sin(), 0.5 - a.sin())
    return torch.stack([x - 0.5, y - 0.25], 1) * 1.4 + 0.07 * torch.randn(n, 2)


def gaussian_reference(train, test):
    g = torch.distributions.MultivariateNormal(train.mean(0), torch.cov(train.t()))
    return -g.log_prob(test).mean().item()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=37)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    train, test = moons(5000), moons(1000)
    flow = Flow(layers=6)
    opt = torch.optim.Adam(flow.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, args.steps)
    print(f"single Gaussian: {gaussian_reference(train, test):.3f} nats")
    for step in range(1, args.steps + 1):
        x = train[torch.randint(0, len(train), (200,))]
        loss = -flow.log_prob(x).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if step % 150 == 0:
            with torch.no_grad():
                print(f"step {step:4d}  train nll {loss.item():.3f}  test nll {-flow.log_prob(test).mean().item():.3f}")
