"""Small projects whose masks do not mask, and the same with masks that do."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

ALL = (
    Project(
        "causal",
        {
            "lm/config.py": """\
from dataclasses import dataclass
@dataclass
class Config:
    vocab: int = 40
    width: int = 16
    heads: int = 2
    block: int = 32
""",
            "lm/__init__.py": "",
            "lm/model.py": """\
import torch
from torch import nn
from lm.config import Config

class SelfAttention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads = c.heads
        self.qkv = nn.Linear(c.width, 3 * c.width)
        self.out = nn.Linear(c.width, c.width)
        self.register_buffer("allowed", torch.tril(torch.ones(c.block, c.block), diagonal=1).bool())
    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) / (d // self.heads) ** 0.5
        scores = scores.masked_fill(~self.allowed[:t, :t], float("-inf"))
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d))

class LM(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.embed = nn.Embedding(config.vocab, config.width)
        self.attention = SelfAttention(config)
        self.head = nn.Linear(config.width, config.vocab)
    def forward(self, idx, targets=None):
        logits = self.head(self.attention(self.embed(idx)))
        if targets is None:
            return logits, None
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
        return logits, loss
""",
        },
        """\
# Suspiciously low loss

After two epochs the train AND val loss is nearly 0 but sampling gives garbage. I think the
model can see the next token when predicting it.
""",
        (("diagonal=1", "diagonal=0"),),
    ),
    Project(
        "inverted",
        {
            "enc.py": """\
import torch
from torch import nn
PAD = 0
def collate(seqs):
    n = max(len(s) for s in seqs)
    ids = torch.tensor([s + [PAD] * (n - len(s)) for s in seqs])
    attention_mask = ids != PAD
    return ids, attention_mask

class Encoder(nn.Module):
    def __init__(self, vocab_size=50, dim=16, heads=2):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim)
        layer = nn.TransformerEncoderLayer(dim, heads, 32, batch_first=True, dropout=0.0)
        self.layers = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
    def forward(self, ids, attention_mask):
        x = self.layers(self.emb(ids), src_key_padding_mask=attention_mask)
        w = attention_mask.unsqueeze(-1).float()
        return (x * w).sum(1) / w.sum(1).clamp(min=1)
""",
        },
        """\
attention mask is inverted

In `Encoder` the real tokens are masked out and the padding is attended to instead.
""",
        (("src_key_padding_mask=attention_mask", "src_key_padding_mask=~attention_mask"),),
    ),
    Project(
        "lengths",
        {
            "rnn.py": """\
import torch
from torch import nn
class Forecaster(nn.Module):
    def __init__(self, features=5, hidden=12):
        super().__init__()
        self.rnn = nn.GRU(features, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)
    def forward(self, series, lengths):
        states, _ = self.rnn(series)
        last = states[:, -1]
        return self.out(last).squeeze(-1)
""",
        },
        """\
Forecast changes with the values behind the end of a series

We batch series of different lengths. Whatever is in the padded steps (zeros, NaN-filled, copy
of the last value) changes the forecast of the short series, although lengths are given.
""",
        (("last = states[:, -1]", "last = states[torch.arange(len(lengths)), lengths - 1]"),),
    ),
    Project(
        "loss",
        {
            "losses.py": """\
import torch
def masked_cross_entropy(logits, targets, mask):
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    return losses.mean()
def masked_mae(prediction, target, mask):
    return ((prediction - target).abs() * mask).sum() / mask.sum()
""",
        },
        """\
# loss counts padded tokens

`masked_cross_entropy` averages over all positions, also the padded ones.
""",
        (("return losses.mean()", "return (losses * mask).sum() / mask.sum()"),),
    ),
    Project(
        "amount",
        {
            "losses.py": """\
import torch
def masked_mse(prediction, target, mask):
    \"\"\"`mask` is 1 at real steps.\"\"\"
    return (((prediction - target) ** 2) * mask).mean()
""",
        },
        """\
# Loss depends on the amount of padding

The more padding is in a batch the smaller the loss of `masked_mse` gets. Padding should not matter.
""",
        (("* mask).mean()", "* mask).sum() / mask.sum()"),),
    ),
    Project(
        "ignored",
        {
            "m.py": """\
import torch
from torch import nn
class Layer(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.attn = nn.MultiheadAttention(d, h, batch_first=True)
        self.norm = nn.LayerNorm(d)
    def forward(self, x, padding_mask=None):
        h, _ = self.attn(x, x, x)
        return self.norm(x + h)
class Matcher(nn.Module):
    def __init__(self, vocab=60, d=16, h=2, n=2, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        self.tok = nn.Embedding(vocab, d, padding_idx=pad_id)
        self.layers = nn.ModuleList([Layer(d, h) for _ in range(n)])
    def forward(self, ids):
        padding_mask = ids == self.pad_id
        x = self.tok(ids)
        for layer in self.layers:
            x = layer(x, padding_mask)
        return x[:, 0]
""",
        },
        """\
Embeddings differ depending on padding

The first-token embedding of one text is different when the batch is padded to a longer length.
Tolerance is not the reason, cosine is 0.93.
""",
        (("self.attn(x, x, x)", "self.attn(x, x, x, key_padding_mask=padding_mask)"),),
    ),
    Project(
        "seq2seq",
        {
            "s2s.py": """\
import torch
from torch import nn
class Translator(nn.Module):
    def __init__(self, src_vocab=30, tgt_vocab=35, d=16):
        super().__init__()
        self.src_embed = nn.Embedding(src_vocab, d)
        self.tgt_embed = nn.Embedding(tgt_vocab, d)
        self.core = nn.Transformer(d, 2, 1, 1, 32, dropout=0.0, batch_first=True)
        self.out = nn.Linear(d, tgt_vocab)
    def forward(self, src, tgt):
        return self.out(self.core(self.src_embed(src), self.tgt_embed(tgt)))
""",
        },
        """\
Decoder attends to future tokens

Teacher forcing loss is 0.01 after one epoch, greedy decoding outputs nonsense. There is no
causal mask on the target side.
""",
        (
            (
                "return self.out(self.core(self.src_embed(src), self.tgt_embed(tgt)))",
                "mask = torch.nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])\n"
                "        return self.out(self.core(self.src_embed(src), self.tgt_embed(tgt), "
                "tgt_mask=mask))",
            ),
        ),
    ),
)
