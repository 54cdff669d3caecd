"""Fine-tune a small encoder, pretrained on one set of gestures, for a new set."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--pretrain-steps", type=int, default=500)
    p.add_argument("--finetune-steps", type=int, default=500)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=2)
    return p.parse_args()


class Gestures:
    """Noisy, time-shifted copies of smooth 3-axis prototypes."""

    def __init__(self, prototypes):
        self.proto = prototypes

    def sample(self, n):
        y = torch.randint(0, len(self.proto), (n,))
        shift = torch.randint(0, 6, (n,))
        x = torch.stack([torch.roll(self.proto[c], int(s), -1) for c, s in zip(y, shift)])
        return x + 0.9 * torch.randn_like(x), y


def prototypes(k, length=40):
    z = torch.randn(k, 3, length + 8)
    z = F.avg_pool1d(z, 9, stride=1)
    return z / z.std(-1, keepdim=True)


class Encoder(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv1d(3, 24, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(24, 32, 5, padding=2), nn.ReLU(), nn.AdaptiveAvgPool1d(5), nn.Flatten())
        self.fc = nn.Linear(160, classes)

    def forward(self, x):
        return self.fc(self.conv(x))


def fit(net, opt, task, steps, tag):
    net.train()
    for step in range(1, steps + 1):
        x, y = task.sample(48)
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 100 == 0:
            print(f"{tag} step {step}: loss {loss.item():.3f}")


@torch.no_grad()
def accuracy(net, task):
    net.eval()
    x, y = task.sample(1000)
    return (net(x).argmax(1) == y).float().mean().item()


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    old_task, new_task = Gestures(prototypes(12)), Gestures(prototypes(7))

    net = Encoder(12)
    fit(net, torch.optim.Adam(net.parameters(), lr=args.lr), old_task, args.pretrain_steps, "pretrain")
    print("pretrain accuracy %.3f" % accuracy(net, old_task))

    for p in net.conv.parameters():
        p.requires_grad = False
    opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.02, momentum=0.9)
    net.fc = nn.Linear(net.fc.in_features, 7)
    fit(net, opt, new_task, args.finetune_steps, "finetune")
    print("new gestures, held-out accuracy %.3f" % accuracy(net, new_task))


if __name__ == "__main__":
    main()
