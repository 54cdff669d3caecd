"""Symptoms of transformers, and networks that look alike and are fine: really run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from seismograd.traces.history import read_history
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms
from tests.sandbox.probes.torch.watching import Watched, watched

NAMES = {"attention-entropy", "attention-on-padding", "residual-imbalance"}
PROGRAM = """
import math
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)

{parts}

class Network(nn.Module):
    def __init__(self):
        super().__init__()
{made}

    def forward(self, {arguments}):
{computed}

{data}
network = Network()
{prepared}
optimizer = torch.optim.Adam(network.parameters(), lr={lr})
for step in range({steps}):
    {batch}
    optimizer.zero_grad()
    output = {call}
    loss = F.cross_entropy(output.flatten(0, -2), y.flatten())
    loss.backward()
    optimizer.step()
"""
BLOCK = """
class Block(nn.Module):
    def __init__(self, width=16, heads=2):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 32), nn.ReLU(), nn.Linear(32, width))
        self.drop = nn.Dropout(0.1)
        self.temperature = nn.Parameter(torch.zeros(()))

    def attend(self, x, hidden):
        split = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        {scores}
        if hidden is not None:
            scores = scores.masked_fill(hidden, {never})
        {weights}
        {mixed}
        return self.out(mixed.transpose(1, 2).flatten(2))

    def forward(self, x, hidden=None):
        {added}
"""
SOUND = {
    "scores": "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])",
    "never": "float('-inf')",
    "weights": "weights = F.softmax(scores, dim=-1)",
    "mixed": "mixed = self.drop(weights) @ v",
    "added": "x = x + self.attend(self.first(x), hidden); return x + self.mlp(self.second(x))",
}
POST_NORM = (
    "x = self.first(x + {} * self.attend(x, hidden)); return self.second(x + {} * self.mlp(x))"
)
LENGTHS = """
lengths = torch.randint(3, 11, (400,))
tokens = torch.randint(1, 12, (400, 10)) * (torch.arange(10) < lengths[:, None])
labels = (tokens[:, 0] + 2 * tokens[:, 1]) % 3
"""
FULL = LENGTHS.replace("* (torch.arange(10) < lengths[:, None])", "")
PICKED = "at = torch.randint(0, 400, (32,)); x, n, y = tokens[at], lengths[at], labels[at]"
MADE = """
self.words, self.places = nn.Embedding(12, 16), nn.Embedding(10, 16)
self.blocks = nn.ModuleList([Block(), Block()])
self.head = nn.Linear(16, 3)
"""
COMPUTED = """
h = self.words(x) + self.places(torch.arange(x.shape[1]))
for block in self.blocks:
    h = block(h, {hidden})
return self.head({pooled})
"""
BY_TOKEN = "(x == 0)[:, None, None]"
OVER_CONTENT = "(h * (x != 0)[..., None]).sum(1) / (x != 0).sum(1, keepdim=True)"


def written(
    *, hidden: str = BY_TOKEN, pooled: str = OVER_CONTENT, **changed: str
) -> dict[str, str]:
    """A network with attention of its own."""
    block = {name: changed.pop(name, text) for name, text in SOUND.items()}
    return {
        "parts": BLOCK.format(**block),
        "computed": COMPUTED.format(hidden=hidden, pooled=pooled),
        **changed,
    }


def of_framework(layers: str, mask: str, **changed: str) -> dict[str, str]:
    made = f"self.body = nn.TransformerEncoder({layers}, 2)"
    return {
        "made": MADE.replace("self.blocks = nn.ModuleList([Block(), Block()])", made),
        "computed": COMPUTED.replace(
            "for block in self.blocks:\n    h = block(h, {hidden})", f"h = self.body(h{mask})"
        ).format(pooled=OVER_CONTENT),
        **changed,
    }


LAYER = "nn.TransformerEncoderLayer(16, 2, 32, batch_first=True{})"
MASK = ", src_key_padding_mask=x == 0"
ORDER = "tokens = tokens.flip(1); labels = (tokens[:, -1] + tokens[:, -2]) % 3"
CAUSAL = "torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)"
NEXT_TOKEN = {
    "batch": "start = torch.randint(0, 12, (24, 1)); t = (start + 5 * torch.arange(11)) % 12; "
    "x, y = t[:, :-1], t[:, 1:]",
    "made": MADE.replace("16, 3)", "16, 12)"),
}
PATCHES = {
    "made": """
self.patch = nn.Conv2d(1, 16, 2, 2)
self.start, self.places = nn.Parameter(torch.zeros(1, 1, 16)), nn.Parameter(torch.zeros(1, 17, 16))
self.blocks = nn.ModuleList([Block(), Block()])
self.head = nn.Linear(16, 3)
""",
    "computed": """
h = self.patch(x).flatten(2).transpose(1, 2)
h = torch.cat([self.start.expand(len(h), -1, -1), h], 1) + self.places
for block in self.blocks:
    h = block(h)
return self.head(h[:, 0])
""",
    "batch": "y = torch.randint(0, 3, (32,)); x = torch.randn(32, 1, 8, 8) / 4; "
    "x[torch.arange(32), 0, 2 * y] += 1",
    "mixed": "mixed = F.scaled_dot_product_attention(q, k, v)",
}
TEMPERATURE = (
    "scores = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1) "
    "* (self.temperature + 2.3).exp()"
)
LINEAR = (
    "mixed = q.softmax(-1) @ ((k.masked_fill(hidden[:, :, 0, :, None], -1e9) if hidden is not None "
    "else k).softmax(-2).transpose(-2, -1) @ v)"
)
MEASURED = {
    "data": """
lengths = torch.randint(3, 11, (400,))
tokens = torch.randn(400, 10, 5) * (torch.arange(10) < lengths[:, None])[..., None]
labels = (tokens[:, 0, 0] > 0).long() + (tokens[:, 1, 1] > 0).long()
""",
    "made": MADE.replace("nn.Embedding(12, 16), ", "nn.Linear(5, 16), "),
}
BY_ZEROS = "(x == 0).all(-1)[:, None, None]"

FINE = {
    "masked": written(),
    "post-norm": written(added=POST_NORM.format(1, 1), never="-1e9"),
    "mask-by-name": written(
        arguments="x, mask=None", hidden="mask", call="network(x, mask=(x == 0)[:, None, None])"
    ),
    "called-by-name": written(
        arguments="x, mask=None", hidden="mask", call="network(x=x, mask=(x == 0)[:, None, None])"
    ),
    "mask-by-length": written(
        arguments="x, n", hidden="(torch.arange(10) >= n[:, None])[:, None, None]",
        call="network(x, n)",
    ),
    "framework-post-norm": of_framework(LAYER.format(""), MASK),
    "framework-pre-norm": of_framework(LAYER.format(", norm_first=True"), MASK),
    "padded-at-the-beginning": written(data=LENGTHS + ORDER),
    "no-padding": written(data=FULL, hidden="None"),
    "causal": written(hidden=CAUSAL, pooled="h", **NEXT_TOKEN),
    "causal-with-padding": written(hidden=CAUSAL, pooled="h[torch.arange(len(x)), n - 1]",
                                   arguments="x, n", call="network(x, n)"),
    "patches": written(**PATCHES),
    "learnt-temperature": written(scores=TEMPERATURE),
    "linear-attention": written(mixed=LINEAR),
    "padded-values": written(hidden=BY_ZEROS, pooled="h[:, 0]", **MEASURED),
    "begins-with-nothing-added": written(
        added="x = x + self.temperature * self.attend(self.first(x), hidden); "
        "return x + self.temperature * self.mlp(self.second(x))",
    ),
    "small-initial-weights": written(
        prepared="[nn.init.normal_(p, std=0.02) for p in network.parameters() if p.dim() > 1]",
        lr="1e-6", steps="60",
    ),
    "hardly-trained": written(lr="1e-6", steps="60"),
    "recurrent": {
        "made": "self.words = nn.Embedding(12, 16); self.rnn = nn.GRU(16, 16, batch_first=True); "
        "self.head = nn.Linear(16, 3)",
        "computed": "return self.head(self.rnn(self.words(x))[0][:, -1])",
    },
}  # fmt: skip
ILL = {
    "multiplied": ("attention-entropy", "* 40 * math.sqrt",
                   written(scores="scores = q @ k.transpose(-2, -1) * 40 * math.sqrt(16)",
                           added=POST_NORM.format(1, 1))),
    "queries-compete": ("attention-entropy", "dim=-2",
                        written(weights="weights = F.softmax(scores, dim=-2)", hidden="None",
                                data=FULL, lr="1e-4")),
    "scores-vanish": ("attention-entropy", "/ 1e6",
                      written(scores="scores = q @ k.transpose(-2, -1) / 1e6", lr="1e-4")),
    "hidden-scale": ("attention-entropy", "scale=",
                     written(mixed="mixed = F.scaled_dot_product_attention(q, k, v, scale=500.0)",
                             data=FULL)),
    "no-mask": ("attention-on-padding", "F.softmax", written(hidden="None")),
    "framework-no-mask": ("attention-on-padding", "self.body(h)",
                          of_framework(LAYER.format(""), "")),
    "mask-inverted": ("attention-on-padding", "F.softmax",
                      written(hidden="(x != 0)[:, None, None]", never="-1e9")),
    "values-no-mask": ("attention-on-padding", "F.softmax",
                       written(hidden="None", pooled="h[:, 0]", **MEASURED)),
    "branch-drowns": ("residual-imbalance", "self.first(x + 300",
                      written(added=POST_NORM.format(300, 300), lr="1e-4")),
    "branch-unheard": ("residual-imbalance", "+ 1e-4 *",
                       written(added="x = x + 1e-4 * self.attend(self.first(x), hidden); "
                               "return x + 1e-4 * self.mlp(self.second(x))")),
}  # fmt: skip

QUICK = {
    "masked", "mask-by-name", "framework-post-norm", "framework-pre-norm", "no-padding", "causal",
    "patches", "learnt-temperature", "hardly-trained", "multiplied", "no-mask", "branch-drowns",
}  # fmt: skip


def cases(names: Iterable[str]) -> list[Any]:
    """The others are for when there is time."""
    slow = pytest.mark.slow
    return [pytest.param(one, marks=() if one in QUICK else slow) for one in names]


def program(changed: dict[str, str]) -> str:
    parts = {
        "parts": BLOCK.format(**SOUND), "made": MADE, "arguments": "x", "computed": "",
        "data": LENGTHS, "batch": PICKED, "call": "network(x)", "prepared": "",
        "lr": "3e-3", "steps": "80", **changed,
    }  # fmt: skip
    for name in ("made", "computed"):
        parts[name] = indent(parts[name].strip("\n"), " " * 8)
    known = {name: text for name, text in parts.items() if "{" + name + "}" in PROGRAM}
    return PROGRAM.format(**known)


def run(folder: Path, changed: dict[str, str]) -> tuple[Watched, list[Symptom]]:
    seen = watched(folder, program(changed), check_network=True)
    found = find_symptoms(read_history(folder / "trace.jsonl"))
    return seen, [one for one in found if one.name in NAMES]


@pytest.mark.parametrize("name", cases(FINE))
def test_what_looks_alike_is_fine(name: str, tmp_path: Path) -> None:
    _, found = run(tmp_path, FINE[name])
    assert found == []


@pytest.mark.parametrize("name", cases(ILL))
def test_it_is_found_on_its_line(name: str, tmp_path: Path) -> None:
    symptom, text, changed = ILL[name]
    seen, found = run(tmp_path, changed)
    assert [one.name for one in found] == [symptom]
    assert found[0].place is not None
    assert found[0].place.line == seen.line(text)
