import argparse

import torch
from torch import nn
from torch.distributions import Categorical

from bandit import AdServer


class ActorCritic(nn.Module):
    def __init__(self, dim, n_ads, hidden=64):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(dim, hidden), nn.Tanh(), nn.Linear(hidden, n_ads))
        self.critic = nn.Sequential(nn.Linear(dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, ctx):
        return Categorical(logits=self.actor(ctx)), self.critic(ctx).squeeze(-1)


@torch.no_grad()
def expected_ctr(model, server, n=2000):
    ctx = server.visitors(n)
    p = server.click_prob(ctx)
    greedy = model(ctx)[0].logits.argmax(1, keepdim=True)
    return p.gather(1, greedy).mean().item(), p.max(1).values.mean().item(), p.mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--ads", type=int, default=6)
    ap.add_argument("--dim", type=int, default=5)
    ap.add_argument("--rounds", type=int, default=1000)
    ap.add_argument("--visitors", type=int, default=128)
    ap.add_argument("--lr", type=float, default=4e-3)
    ap.add_argument("--entropy", type=float, default=0.005)
    ap.add_argument("--seed", type=int, default=10)
    args = ap.parse_args()
    torch.manual_seed(args.seed)
    server = AdServer(args.ads, args.dim, args.seed)
    model = ActorCritic(args.dim, args.ads)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    for step in range(1, args.rounds + 1):
        ctx = server.visitors(args.visitors)
        dist, value = model(ctx)
        ads = dist.sample()
        click = server.show(ctx, ads)
        advantage = click - value
        policy_loss = -(dist.log_prob(ads) * advantage.detach()).mean()
        value_loss = advantage.pow(2).mean()
        loss = policy_loss + 0.5 * value_loss - args.entropy * dist.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            got, best, chance = expected_ctr(model, server)
            print(f"round {step:5d} policy loss {policy_loss.item():+.4f} value loss {value_loss.item():.4f} "
                  f"ctr {got:.3f} (best {best:.3f}, random {chance:.3f})")


if __name__ == "__main__":
    main()
