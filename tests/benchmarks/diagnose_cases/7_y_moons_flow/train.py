import math

import torch

from flow import RealNVP


def moons(n, noise=0.04):
    t = math.pi * torch.rand(n)
    up = torch.rand(n) < 0.5
    x = torch.where(up, torch.cos(t), 1 - torch.cos(t)) - 0.5
    y = torch.where(up, torch.sin(t), 0.5 - torch.sin(t)) - 0.25
    return 0.5 * (torch.stack([x, y], 1) + noise * torch.randn(n, 2))


def main():
    torch.manual_seed(17)
    train, test = moons(4000), moons(1000)
    gauss = torch.distributions.MultivariateNormal(train.mean(0), torch.cov(train.T))
    print(f"single Gaussian: test nll {-gauss.log_prob(test).mean():.3f}")
    flow = RealNVP()
    opt = torch.optim.Adam(flow.parameters(), lr=2e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=4e-3, total_steps=1200)
    for step in range(1, 1201):
        batch = train[torch.randint(0, len(train), (200,))]
        loss = -flow.log_prob(batch).mean()
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(flow.parameters(), 5.0)
        opt.step()
        sched.step()
        if step % 200 == 0:
            with torch.no_grad():
                print(f"step {step}: train nll {loss.item():.3f}  test nll {-flow.log_prob(test).mean():.3f}")


if __name__ == "__main__":
    main()
