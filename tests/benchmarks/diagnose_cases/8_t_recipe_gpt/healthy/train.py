import json
import math
import random

import torch

from corpus import make_corpus
from gpt import GPT


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        random.seed(cfg["seed"])
        torch.manual_seed(cfg["seed"])
        text = make_corpus(cfg["sentences"])
        chars = sorted(set(text))
        self.stoi = {c: i for i, c in enumerate(chars)}
        ids = torch.tensor([self.stoi[c] for c in text])
        cut = int(0.9 * len(ids))
        self.train_ids, self.val_ids = ids[:cut], ids[cut:]
        self.model = GPT(len(chars), cfg["block"], **cfg["model"])
        opt_cfg = cfg["optimizer"]
        self.optimizer = getattr(torch.optim, opt_cfg["name"])(self.model.parameters(), **opt_cfg["args"])

    def batch(self, ids):
        b = self.cfg["block"]
        start = torch.randint(0, len(ids) - b - 1, (self.cfg["batch"],)).tolist()
        x = torch.stack([ids[s:s + b] for s in start])
        y = torch.stack([ids[s + 1:s + b + 1] for s in start])
        return x, y

    @torch.no_grad()
    def validate(self, rounds=10):
        self.model.eval()
        loss = acc = 0.0
        for _ in range(rounds):
            x, y = self.batch(self.val_ids)
            logits = self.model(x)
            loss += torch.nn.functional.cross_entropy(logits.flatten(0, 1), y.flatten()).item()
            acc += (logits.argmax(-1) == y).float().mean().item()
        self.model.train()
        return loss / rounds, acc / rounds

    def fit(self):
        for it in range(1, self.cfg["iters"] + 1):
            x, y = self.batch(self.train_ids)
            loss = torch.nn.functional.cross_entropy(self.model(x).flatten(0, 1), y.flatten())
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            if it % 60 == 0:
                v, a = self.validate()
                print(f"iter {it}  train {loss.item():.3f}  val {v:.3f}  ppl {math.exp(v):.2f}  next-char acc {a:.3f}")


if __name__ == "__main__":
    with open("config.json") as f:
        Trainer(json.load(f)).fit()
