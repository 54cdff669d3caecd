"""Small projects in which gradients do not arrive, or where they must not, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

ALL = (
    Project(
        "temp",
        {
            "clip.py": """\
import torch
from torch import nn
class TwoTowers(nn.Module):
    def __init__(self, left=12, right=10, width=8):
        super().__init__()
        self.left = nn.Linear(left, width)
        self.right = nn.Linear(right, width)
        self.logit_scale = torch.ones([]) * 2.6
    def forward(self, a, b):
        a = nn.functional.normalize(self.left(a), dim=-1)
        b = nn.functional.normalize(self.right(b), dim=-1)
        return self.logit_scale.exp() * a @ b.t()
""",
        },
        """\
temperature is never learned

`logit_scale` is 2.6 before and after training. It is not in model.parameters() either.
""",
        (
            (
                "self.logit_scale = torch.ones([]) * 2.6",
                "self.logit_scale = nn.Parameter(torch.ones([]) * 2.6)",
            ),
        ),
    ),
    Project(
        "nograd",
        {
            "net.py": """\
import torch
from torch import nn
class Encoder(nn.Module):
    def __init__(self, n=6, d=8):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n, d), nn.ReLU(), nn.Linear(d, d))
    @torch.no_grad()
    def forward(self, x):
        return self.layers(x)
class Classifier(nn.Module):
    def __init__(self, n=6, d=8, classes=3):
        super().__init__()
        self.encoder = Encoder(n, d)
        self.head = nn.Linear(d, classes)
    def forward(self, x):
        return self.head(self.encoder(x))
""",
        },
        """\
Only the head learns

I printed the norms after each epoch and the encoder has the same weights after training as before.
""",
        (("    @torch.no_grad()\n", ""),),
    ),
    Project(
        "optim",
        {
            "train.py": """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, n=6):
        super().__init__()
        self.backbone = nn.Linear(n, 8)
        self.head = nn.Linear(8, 2)
    def forward(self, x):
        return self.head(torch.relu(self.backbone(x)))
def make_optimizer(model, lr=0.1):
    return torch.optim.SGD([{"params": model.head.parameters()}], lr=lr)
def fit(model, loader, epochs=2):
    optimizer = make_optimizer(model)
    for _ in range(epochs):
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad(); loss.backward(); optimizer.step()
    return model
""",
        },
        """\
backbone is not trained

After `fit` the weights of the backbone are bit-identical to the initial ones.
""",
        (('[{"params": model.head.parameters()}]', "model.parameters()"),),
    ),
    Project(
        "freeze",
        {
            "ft.py": """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self, n=6, freeze_backbone=False):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(n, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)
        if freeze_backbone:
            self.backbone.requires_grad = False
    def forward(self, x):
        return self.head(self.backbone(x))
""",
        },
        """\
freeze_backbone=True: backbone still gets updated

I set `freeze_backbone=True` and the weights of the backbone change anyway during training.
""",
        (("self.backbone.requires_grad = False", "self.backbone.requires_grad_(False)"),),
    ),
    Project(
        "teacher",
        {
            "distil.py": """\
import copy, torch
from torch import nn
class Distiller(nn.Module):
    def __init__(self, n=6, classes=4):
        super().__init__()
        self.teacher = nn.Linear(n, classes)
        self.student = nn.Linear(n, classes)
    def forward(self, x):
        target = torch.softmax(self.teacher(x), -1)
        guess = torch.log_softmax(self.student(x), -1)
        return nn.functional.kl_div(guess, target, reduction="batchmean")
""",
        },
        """\
Gradients flow into the teacher

The teacher should stay fixed but `teacher.weight.grad` is not None after backward.
""",
        (
            (
                "torch.softmax(self.teacher(x), -1)\n",
                "torch.softmax(self.teacher(x), -1).detach()\n",
            ),
        ),
    ),
    Project(
        "round",
        {
            "quant.py": """\
import torch
from torch import nn
class FakeQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.levels = 2 ** bits - 1
    def forward(self, x):
        x = torch.sigmoid(x)
        return torch.round(x * self.levels) / self.levels
class QuantNet(nn.Module):
    def __init__(self, n=8, hidden=16):
        super().__init__()
        self.stem = nn.Linear(n, hidden)
        self.quant = FakeQuant()
        self.head = nn.Linear(hidden, 2)
    def forward(self, x):
        return self.head(self.quant(self.stem(x)))
""",
        },
        """\
stem gets zero gradient

stem.weight.grad is all zeros in QuantNet, so only the head trains.
""",
        (
            (
                "return torch.round(x * self.levels) / self.levels",
                "q = torch.round(x * self.levels) / self.levels\n"
                "        return x + (q - x).detach()",
            ),
        ),
    ),
    Project(
        "nested",
        {
            "moe.py": """\
import torch
from torch import nn
class Expert(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.up = nn.Linear(d, 2 * d)
        self.down = nn.Linear(2 * d, d)
    def forward(self, x):
        return self.down(torch.relu(self.up(x)))
class MoE(nn.Module):
    def __init__(self, d=8, n=3):
        super().__init__()
        self.router = nn.Linear(d, n)
        self.experts = {i: Expert(d) for i in range(n)}
    def forward(self, x):
        w = torch.softmax(self.router(x), -1)
        return sum(w[..., i:i+1] * e(x) for i, e in self.experts.items())
class Model(nn.Module):
    def __init__(self, features=8, classes=3):
        super().__init__()
        self.moe = MoE(features)
        self.out = nn.Linear(features, classes)
    def forward(self, x):
        return self.out(self.moe(x))
""",
        },
        """\
Experts never change

router and output layer train fine, the expert weights stay at their initial values.
""",
        (
            (
                "self.experts = {i: Expert(d) for i in range(n)}",
                "self.experts = nn.ModuleDict({str(i): Expert(d) for i in range(n)})",
            ),
            ("for i, e in self.experts.items()", "for i, e in enumerate(self.experts.values())"),
        ),
    ),
    Project(
        "lightning",
        {
            "mod.py": """\
import torch
from torch import nn
class Contrastive(nn.Module):
    def __init__(self, n=10, d=8):
        super().__init__()
        self.encoder = nn.Linear(n, d)
        self.projector = nn.Linear(d, d)
    def forward(self, x):
        return self.projector(self.encoder(x))
    def training_step(self, batch, batch_idx):
        x, y = batch
        with torch.no_grad():
            z = self.encoder(x)
        return self.projector(z).pow(2).mean()
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
""",
        },
        """\
encoder gets no gradient in training

encoder.weight.grad is None after a training step.
""",
        (
            (
                "        with torch.no_grad():\n            z = self.encoder(x)",
                "        z = self.encoder(x)",
            ),
        ),
    ),
    Project(
        "routes",
        {
            "routes/__init__.py": "",
            "routes/layers.py": """\
import torch
from torch import nn
class Hop(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(2 * width, 1)
        self.message = nn.Linear(width, width)
    def forward(self, stops, links):
        start, end = links
        weight = torch.sigmoid(self.gate(torch.cat([stops[start], stops[end]], -1))).detach()
        return stops.index_add(0, end, weight * self.message(stops[start]))
class Timetable(nn.Module):
    def __init__(self, kinds, width, hops=2):
        super().__init__()
        self.stop = nn.Embedding(kinds, width)
        self.hops = nn.ModuleList([Hop(width) for _ in range(hops)])
        self.delay = nn.Linear(width, 1)
    def forward(self, kinds, links):
        stops = self.stop(kinds)
        for hop in self.hops:
            stops = torch.tanh(hop(stops, links))
        return self.delay(stops).squeeze(-1)
""",
            "routes/fit.py": """\
import torch
from routes.layers import Timetable
def make_city(kinds, stops=9, seed=0):
    generator = torch.Generator().manual_seed(seed)
    links = torch.stack([torch.arange(stops), (torch.arange(stops) + 1) % stops])
    return torch.randint(0, kinds, (stops,), generator=generator), links
def step(net, city, delays, optimizer):
    kinds, links = city
    loss = (net(kinds, links) - delays).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
def main(kinds=4):
    net = Timetable(kinds, 8)
    city = make_city(kinds)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(5):
        step(net, city, torch.rand(9), optimizer)
""",
        },
        """\
gate of the hops does not learn

The gradient of `gate.weight` is None in all hops after `loss.backward()`, `message` has one.
""",
        ((".detach()", ""),),
    ),
)
