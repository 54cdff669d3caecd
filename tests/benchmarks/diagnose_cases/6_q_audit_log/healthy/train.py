from dataclasses import dataclass

import torch
import torch.nn.functional as F

from encoder import LogEncoder
from logs import LENGTH, N_EVENTS, sessions


@dataclass
class Args:
    seed: int = 17
    train_sessions: int = 3000
    test_sessions: int = 800
    epochs: int = 8
    batch: int = 64
    lr: float = 2e-3


class Experiment:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(args.seed)
        g = torch.Generator().manual_seed(args.seed)
        self.x, self.y = sessions(args.train_sessions, g)
        self.xt, self.yt = sessions(args.test_sessions, g)
        self.model = LogEncoder(N_EVENTS, LENGTH)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=args.lr)

    def epoch(self):
        self.model.train()
        losses = []
        for idx in torch.randperm(len(self.x)).split(self.args.batch):
            loss = F.binary_cross_entropy_with_logits(self.model(self.x[idx]), self.y[idx])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)

    @torch.no_grad()
    def accuracy(self):
        self.model.eval()
        return ((self.model(self.xt) > 0).float() == self.yt).float().mean().item()

    def run(self):
        for e in range(1, self.args.epochs + 1):
            loss = self.epoch()
            print(f"epoch {e:2d}  loss {loss:.4f}  test accuracy {self.accuracy():.3f}")


if __name__ == "__main__":
    Experiment(Args()).run()
