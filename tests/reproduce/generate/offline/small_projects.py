"""Projects of several styles with a bug each, and reports that give no code to run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from seismograd.reproduce.case import Case
from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.search import fingerprints
from tests.reproduce.context.projects import view_of


@dataclass(frozen=True)
class SmallProject:
    files: dict[str, str]
    report: str
    others: tuple[str, ...] = field(default=())
    """Reports of bugs that it does not have."""

    def case(self, root: Path, report: str | None = None) -> Case:
        view = view_of(root, self.files)
        read = parse_report(self.report if report is None else report)
        return Case(read, root, fingerprints(read, root)[0], view)


IMAGES = SmallProject(
    {
        "net.py": """
            import torch
            from torch import nn

            class Block(nn.Module):
                def __init__(self, inp, out):
                    super().__init__()
                    self.conv = nn.Conv2d(inp, out, 3, padding=1)
                    self.norm = nn.BatchNorm2d(out)

                def forward(self, x):
                    return torch.relu(self.norm(self.conv(x)))

            class SmallNet(nn.Module):
                def __init__(self, in_channels, num_classes, width=8):
                    super().__init__()
                    self.stem = Block(in_channels, width)
                    self.blocks = nn.ModuleList([Block(width, width) for _ in range(2)])
                    self.pool = nn.AdaptiveAvgPool2d(1)
                    self.head = nn.Linear(width, num_classes)

                def forward(self, images):
                    x = self.stem(images)
                    for block in self.blocks:
                        x = block(x)
                    x = self.pool(x).squeeze()
                    return torch.softmax(self.head(x), dim=1)
            """
    },
    "# SmallNet cannot predict a single image\n\nWith batch size 1 `SmallNet` fails with\n\n"
    "IndexError: Dimension out of range (expected to be in range of [-1, 0], but got 1)\n\n"
    "Larger batches work.\n",
    (
        "# Training fails\n\nWhen I use SmallNet I get RuntimeError: mat1 and mat2 shapes cannot "
        "be multiplied (4x512 and 256x10)\n",
        "# Grey images\n\nSmallNet: RuntimeError: Expected 3D (unbatched) or 4D (batched) input to "
        "conv2d, but got input of size: [32, 32]\n",
    ),
)
SETTINGS_CLASS = SmallProject(
    {
        "minigpt/__init__.py": "",
        "minigpt/config.py": """
            from dataclasses import dataclass

            @dataclass
            class GPTConfig:
                vocab_size: int = 50
                d_model: int = 32
                max_len: int = 64
                tie_weights: bool = False
            """,
        "minigpt/model.py": """
            import torch
            from torch import nn

            from .config import GPTConfig

            class GPT(nn.Module):
                def __init__(self, cfg: GPTConfig):
                    super().__init__()
                    self.tokens = nn.Embedding(cfg.vocab_size, cfg.d_model)
                    self.places = nn.Embedding(cfg.max_len, cfg.d_model)
                    self.head = nn.Linear(cfg.d_model, cfg.vocab_size)
                    if cfg.tie_weights:
                        self.head.weight = self.tokens.weights

                def forward(self, ids, mask=None):
                    places = torch.arange(ids.size(1), device=ids.device)
                    return self.head(self.tokens(ids) + self.places(places))
            """,
    },
    "# tie_weights does not work\n\nSetting `tie_weights=True` in the config and building the GPT "
    "model raises\n\nAttributeError: 'Embedding' object has no attribute 'weights'\n",
    (
        "# GPT fails in half precision\n\nGPT raises RuntimeError: expected scalar type Float but "
        "found Half\n",
    ),
)
COMMAND_LINE = SmallProject(
    {
        "tagger.py": """
            import argparse

            from torch import nn

            class Tagger(nn.Module):
                def __init__(self, args):
                    super().__init__()
                    self.embed = nn.Embedding(args.vocab, args.emb)
                    self.rnn = nn.LSTM(
                        args.emb, args.hidden, batch_first=True, bidirectional=args.bidirectional
                    )
                    self.out = nn.Linear(args.hidden, args.tags)

                def forward(self, words, lengths=None):
                    hidden, _ = self.rnn(self.embed(words))
                    return self.out(hidden)

            def main():
                parser = argparse.ArgumentParser()
                parser.add_argument("--vocab", type=int, default=100)
                parser.add_argument("--emb", type=int, default=16)
                parser.add_argument("--hidden", type=int, default=24)
                parser.add_argument("--tags", type=int, default=5)
                parser.add_argument("--bidirectional", action="store_true")
                parser.add_argument("--data", required=True)
                args = parser.parse_args()
                print(len(open(args.data).read()), Tagger(args))

            if __name__ == "__main__":
                main()
            """
    },
    "# Bidirectional tagger does not run\n\nWhen I pass `--bidirectional` the forward of Tagger "
    'dies:\n\n```\n  File "/srv/tagger.py", line 16, in forward\n    return self.out(hidden)\n'
    "RuntimeError: mat1 and mat2 shapes cannot be multiplied (160x48 and 24x5)\n```\n",
    (
        "# Tagger with lengths\n\n`Tagger.forward(words, lengths)` raises RuntimeError: Length of "
        "all samples has to be greater than 0, but found an element in 'lengths' that is <= 0\n",
    ),
)
SETTINGS_FILE = SmallProject(
    {
        "configs/base.yaml": "model:\n  hidden: 32\n  layers: 2\n  activation: relu\n",
        "net.py": """
            from torch import nn

            ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU}

            class MLP(nn.Module):
                def __init__(self, cfg):
                    super().__init__()
                    width = cfg["hidden"]
                    layers = [nn.Linear(10, width)]
                    for _ in range(cfg["layers"]):
                        layers += [ACTIVATIONS[cfg["activation"]](), nn.Linear(width, width)]
                    self.body = nn.Sequential(*layers)

                def forward(self, x):
                    return self.body(x)

            def evaluate(model, loader):
                correct = 0
                for inputs, targets in loader:
                    correct += (model(inputs)[:, 0] > 0).eq(targets > 0).sum()
                return correct / len(loaders.dataset)
            """,
    },
    "# activation tanh\n\nSetting `activation: tanh` in the config gives `KeyError: 'tanh'` when "
    "the MLP is built.\n",
    (
        "# MLP crashes\n\nThe MLP raises a RuntimeError when I train it with a batch size of 1.\n",
        "# evaluate\n\n`evaluate` raises ValueError: Expected input batch_size (16) to match "
        "target batch_size (4).\n",
    ),
)
METRICS = SmallProject(
    {
        "metrics.py": """
            import torch

            def topk_accuracy(logits: torch.Tensor, labels: torch.Tensor, k: int = 1) -> float:
                best = logits.topk(k, dim=1).indices
                return (best == labels[:, None]).any(dim=1).float().mean().item()
            """
    },
    "# topk_accuracy crashes when k is larger than the number of classes\n\n"
    "`topk_accuracy(logits, labels, k=10)` gives\n\nRuntimeError: selected index k out of range\n",
    (
        "# topk_accuracy\n\n`topk_accuracy` raises ValueError: not enough values to unpack "
        "(expected 3, got 2)\n",
    ),
)
ALWAYS = SmallProject(
    {
        "steps.py": """
            from torch import nn

            class Module(nn.Module):
                def log(self, name, value):
                    self.__dict__.setdefault("logged", {})[name] = float(value)

            class Classifier(Module):
                def __init__(self, input_dim: int, hidden_dim: int, num_classes: int):
                    super().__init__()
                    self.net = nn.Sequential(
                        nn.Flatten(), nn.Linear(input_dim, hidden_dim), nn.ReLU(),
                        nn.Linear(hidden_dim, num_classes),
                    )
                    self.loss = nn.CrossEntropyLoss()

                def forward(self, x):
                    return self.net(x)

                def validation_step(self, batch, batch_idx):
                    x, y = batch
                    logits = self(x)
                    accuracy = (logits.argmax(dim=2) == y).float().mean()
                    self.log("accuracy", accuracy)
                    return accuracy
            """
    },
    '# validation_step crashes\n\n```\n  File "/x/steps.py", line 23, in validation_step\n'
    "    accuracy = (logits.argmax(dim=2) == y).float().mean()\n"
    "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 2)\n```\n",
)
OWN_TESTS = SmallProject(
    {
        "lib/__init__.py": "",
        "lib/pool.py": """
            import torch
            from torch import nn

            class Pyramid(nn.Module):
                def __init__(self, levels, mode="max"):
                    super().__init__()
                    self.levels = levels
                    self.mode = mode

                def forward(self, maps):
                    parts = []
                    for level in self.levels:
                        if self.mode == "max":
                            pooled = nn.functional.adaptive_max_pool2d(maps, level)
                        else:
                            pooled = nn.functional.adaptive_avg_pool2d(maps)
                        parts.append(pooled.flatten(1))
                    return torch.cat(parts, 1)
            """,
        "tests/test_pool.py": """
            import torch

            from lib.pool import Pyramid

            def test_pyramid():
                levels = [1, 2, 4]
                unused = "text"
                pyramid = Pyramid(levels)
                maps = torch.randn(2, 8, 16, 16)
                assert pyramid(maps).shape == (2, 8 * 21)
            """,
    },
    '# Pyramid: average pooling is broken\n\nWith `mode="avg"` the Pyramid raises\n\n'
    "TypeError: adaptive_avg_pool2d() missing 1 required positional argument: 'output_size'\n",
)
PROJECTS = {
    "images": IMAGES,
    "settings-class": SETTINGS_CLASS,
    "command-line": COMMAND_LINE,
    "settings-file": SETTINGS_FILE,
    "metrics": METRICS,
    "always": ALWAYS,
    "own-tests": OWN_TESTS,
}
