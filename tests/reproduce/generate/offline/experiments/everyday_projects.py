"""Everyday projects with an everyday bug each, told in everyday words."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

ALL = (
    Project(
        "checkpoint_without_statistics",
        {
            "ckpt.py": '''"""Checkpoints."""
import torch


def save(model, optimizer, epoch, path):
    weights = {k: v for k, v in model.named_parameters()}
    torch.save({"model": weights, "optimizer": optimizer.state_dict(), "epoch": epoch}, path)


def load(path, model, optimizer=None):
    state = torch.load(path, weights_only=False)
    model.load_state_dict(state["model"], strict=False)
    if optimizer is not None:
        optimizer.load_state_dict(state["optimizer"])
    return state["epoch"]
''',
            "net.py": """import torch
from torch import nn


class ConvBlock(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(cout)

    def forward(self, x):
        return torch.relu(self.bn(self.conv(x)))


class SmallNet(nn.Module):
    def __init__(self, num_classes=10, widths=(8, 16)):
        super().__init__()
        chans = [3, *widths]
        self.blocks = nn.ModuleList(ConvBlock(a, b) for a, b in zip(chans, chans[1:]))
        self.fc = nn.Linear(chans[-1], num_classes)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.fc(x.mean((2, 3)))
""",
            "train.py": """import argparse
import torch
from torch import nn
from ckpt import load, save
from net import SmallNet


def train(epochs, lr, out, resume=None):
    torch.manual_seed(0)
    model = SmallNet()
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    start = load(resume, model, opt) + 1 if resume else 0
    x, y = torch.randn(64, 3, 16, 16) * 3 + 1, torch.randint(0, 10, (64,))
    for epoch in range(start, epochs):
        model.train()
        for i in range(0, 64, 16):
            loss = nn.functional.cross_entropy(model(x[i:i + 16]), y[i:i + 16])
            opt.zero_grad()
            loss.backward()
            opt.step()
        save(model, opt, epoch, out)
        print(epoch, float(loss))
    return model


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--lr", type=float, default=0.05)
    p.add_argument("--out", default="last.pt")
    p.add_argument("--resume")
    a = p.parse_args()
    train(a.epochs, a.lr, a.out, a.resume)
""",
        },
        """Validation accuracy collapses when evaluating a saved checkpoint

During training val acc is 91%. When I load the checkpoint with `ckpt.load` in a fresh process
and call model.eval(), accuracy is around 12%. In train() mode it looks ok-ish. No error or
warning.
""",
        (
            ("{k: v for k, v in model.named_parameters()}", "model.state_dict()"),
            ("strict=False", "strict=True"),
        ),
    ),
    Project(
        "schedule_by_batches",
        {
            "engine.py": """import torch
from dataclasses import dataclass


@dataclass
class TrainConfig:
    lr: float = 0.1
    gamma: float = 0.5
    step_size: int = 2
    epochs: int = 6
    batch_size: int = 8


class Engine:
    def __init__(self, model, cfg: TrainConfig):
        self.model = model
        self.cfg = cfg
        self.opt = torch.optim.SGD(model.parameters(), lr=cfg.lr)
        self.sched = torch.optim.lr_scheduler.StepLR(self.opt, cfg.step_size, cfg.gamma)
        self.lrs = []

    def fit(self, dataset):
        loader = torch.utils.data.DataLoader(dataset, batch_size=self.cfg.batch_size, shuffle=True)
        for epoch in range(self.cfg.epochs):
            self.run_epoch(loader)
            self.lrs.append(self.opt.param_groups[0]["lr"])
        return self.lrs

    def run_epoch(self, loader):
        for x, y in loader:
            loss = torch.nn.functional.mse_loss(self.model(x).squeeze(-1), y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            self.sched.step()
""",
            "main.py": """import torch
from engine import Engine, TrainConfig

if __name__ == "__main__":
    torch.manual_seed(1)
    x = torch.randn(64, 4)
    ds = torch.utils.data.TensorDataset(x, x.sum(1))
    print(Engine(torch.nn.Linear(4, 1), TrainConfig()).fit(ds))
""",
        },
        """### lr decays way too fast

step_size is documented in epochs, so with lr=0.1, gamma=0.5, step_size=2 I expect 0.05 after
two epochs. After the first epoch the learning rate is already 0.00625.
""",
        (
            ("            self.sched.step()\n", ""),
            (
                "            self.run_epoch(loader)\n",
                "            self.run_epoch(loader)\n            self.sched.step()\n",
            ),
        ),
    ),
    Project(
        "dropout_in_use",
        {
            "src/enc/__init__.py": "",
            "src/enc/encoder.py": """import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.inp = nn.Linear(cfg["in_dim"], cfg["hidden"])
        self.out = nn.Linear(cfg["hidden"], cfg["emb"])
        self.p = cfg.get("dropout", 0.1)

    def forward(self, x):
        h = F.gelu(self.inp(x))
        h = F.dropout(h, self.p)
        return F.normalize(self.out(h), dim=-1)
""",
            "src/enc/build.py": """import json
from pathlib import Path
from .encoder import Encoder

DEFAULTS = {"in_dim": 12, "hidden": 32, "emb": 8, "dropout": 0.2}


def build_encoder(path=None):
    cfg = dict(DEFAULTS)
    if path:
        cfg.update(json.loads(Path(path).read_text()))
    return Encoder(cfg)
""",
        },
        """Embeddings not reproducible at inference

I embed the same sentence features twice and cosine sim between the two is 0.97 instead of 1.0.
I do call `.eval()` and use no_grad. Is this expected? enc 0.3
""",
        (("F.dropout(h, self.p)", "F.dropout(h, self.p, training=self.training)"),),
    ),
    Project(
        "generator_cut_off",
        {
            "gan.py": """import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, z=8, d=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(z, 32), nn.ReLU(), nn.Linear(32, d))

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))

    def forward(self, x):
        return self.net(x)


class GAN:
    def __init__(self, z=8, d=16, lr=1e-3):
        self.g, self.d, self.z = Generator(z, d), Discriminator(d), z
        self.opt_g = torch.optim.Adam(self.g.parameters(), lr=lr)
        self.opt_d = torch.optim.Adam(self.d.parameters(), lr=lr)

    def d_step(self, real):
        with torch.no_grad():
            fake = self.g(torch.randn(len(real), self.z))
        logits = torch.cat([self.d(real), self.d(fake)])
        target = torch.cat([torch.ones(len(real), 1), torch.zeros(len(real), 1)])
        loss = nn.functional.binary_cross_entropy_with_logits(logits, target)
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        return loss.item()

    def g_step(self, n):
        fake = self.g(torch.randn(n, self.z)).detach()
        loss = nn.functional.binary_cross_entropy_with_logits(self.d(fake), torch.ones(n, 1))
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()
        return loss.item()
"""
        },
        """Generator doesn't learn

D loss goes to 0 quickly and samples look like noise forever. I dumped the weights of `gan.g`
every 100 g_step calls and they never change.
""",
        (("self.g(torch.randn(n, self.z)).detach()", "self.g(torch.randn(n, self.z))"),),
    ),
    Project(
        "decay_of_settings",
        {
            "conf.yaml": """\
model:
  hidden: 16
optim:
  name: adamw
  lr: 0.001
  weight_decay: 0.1
  betas: [0.9, 0.95]
""",
            "build.py": """import torch
import yaml
from torch import nn


def load_config(path="conf.yaml"):
    with open(path) as f:
        return yaml.safe_load(f)


def build_model(cfg):
    width = cfg["model"]["hidden"]
    return nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Linear(width, 1))


def build_optimizer(params, cfg):
    o = cfg["optim"]
    if o["name"] == "adamw":
        return torch.optim.AdamW(params, lr=o["lr"], betas=tuple(o["betas"]))
    if o["name"] == "sgd":
        return torch.optim.SGD(params, lr=o["lr"], weight_decay=o["weight_decay"])
    raise ValueError(o["name"])
""",
        },
        """weight_decay in conf.yaml has no effect with adamw

Changed `weight_decay` from 0.1 to 0 to 10, training curves are bit-identical. With sgd it works.
""",
        (('betas=tuple(o["betas"])', 'betas=tuple(o["betas"]), weight_decay=o["weight_decay"]'),),
    ),
    Project(
        "state_left_behind",
        {
            "seq.py": """import torch
from torch import nn


class Forecaster(nn.Module):
    def __init__(self, n_in=1, hidden=16):
        super().__init__()
        self.lstm = nn.LSTM(n_in, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)
        self.state = None

    def forward(self, x):
        y, state = self.lstm(x, self.state)
        self.state = tuple(s.detach() for s in state)
        return self.out(y[:, -1])
"""
        },
        """Forecasts depend on what was predicted before

model.eval(); calling forecaster(x) two times on the same series gives different values. First
call after creating the model is always right.

Also I sometimes get "Expected hidden[0] size (1, 8, 16), got [1, 32, 16]" for the last batch.
""",
        (
            (
                "        y, state = self.lstm(x, self.state)\n"
                "        self.state = tuple(s.detach() for s in state)",
                "        y, _ = self.lstm(x)",
            ),
        ),
    ),
    Project(
        "weights_without_effect",
        {
            "loss.py": """import torch
from torch import nn


class WeightedCE(nn.Module):
    def __init__(self, class_weights=None):
        super().__init__()
        self.class_weights = class_weights
        if class_weights is not None:
            self.class_weights = torch.as_tensor(class_weights, dtype=torch.float32)

    def forward(self, logits, target):
        return nn.functional.cross_entropy(logits, target)
"""
        },
        """class_weights has no influence on the loss

WeightedCE([1, 10]) and WeightedCE([10, 1]) give exactly the same number on my imbalanced data.
""",
        (
            (
                "nn.functional.cross_entropy(logits, target)",
                "nn.functional.cross_entropy(logits, target, weight=self.class_weights)",
            ),
        ),
    ),
    Project(
        "tokens_and_back",
        {
            "tokenizer.py": """class CharTokenizer:
    def __init__(self, corpus):
        chars = sorted(set(corpus))
        self.stoi = {c: i + 1 for i, c in enumerate(chars)}
        self.itos = {i: c for i, c in enumerate(chars)}

    @property
    def vocab_size(self):
        return len(self.stoi) + 1

    def encode(self, text):
        return [self.stoi.get(c, 0) for c in text]

    def decode(self, ids):
        return "".join(self.itos.get(i, "") for i in ids)
"""
        },
        """decode(encode(text)) is not text

```
>>> t = CharTokenizer("hello world")
>>> t.decode(t.encode("hello"))
'lowwr'
```
""",
        (("{i: c for i, c in enumerate(chars)}", "{i + 1: c for i, c in enumerate(chars)}"),),
    ),
    Project(
        "activation_of_settings",
        {
            "run.py": """import argparse
from dataclasses import dataclass, asdict
import torch
from torch import nn


@dataclass
class Config:
    hidden: int = 32
    layers: int = 2
    lr: float = 1e-3
    activation: str = "relu"


ACTS = {"relu": nn.ReLU, "gelu": nn.GELU, "tanh": nn.Tanh}


def build(cfg):
    mods, d = [], 8
    for _ in range(cfg.layers):
        mods += [nn.Linear(d, cfg.hidden), nn.ReLU()]
        d = cfg.hidden
    return nn.Sequential(*mods, nn.Linear(d, 1))


def parse():
    p = argparse.ArgumentParser()
    for k, v in asdict(Config()).items():
        p.add_argument(f"--{k}", type=type(v), default=v)
    return Config(**vars(p.parse_args()))


if __name__ == "__main__":
    cfg = parse()
    model = build(cfg)
    print(model)
"""
        },
        """--activation is ignored

`python run.py --activation gelu` prints a model with ReLU.
""",
        (
            (
                "nn.Linear(d, cfg.hidden), nn.ReLU()",
                "nn.Linear(d, cfg.hidden), ACTS[cfg.activation]()",
            ),
        ),
    ),
)
