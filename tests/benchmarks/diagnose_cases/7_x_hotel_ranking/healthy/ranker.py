import torch
from torch import nn


class HotelScorer(nn.Module):
    def __init__(self, n_feat, width=32):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_feat, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, hotel):
        return self.net(hotel).squeeze(-1)


def score_lists(model, lists):
    """One score vector per search result list (the lists have different lengths)."""
    out = []
    for hotels in lists:
        scores = [model(h) for h in hotels]
        out.append(torch.stack(scores))
    return out


def listnet_loss(scores, relevance):
    total = 0.0
    for s, r in zip(scores, relevance):
        total = total - (torch.softmax(r, 0) * torch.log_softmax(s, 0)).sum()
    return total / len(scores)


def ndcg(scores, relevance, k=5):
    vals = []
    for s, r in zip(scores, relevance):
        disc = 1 / torch.log2(torch.arange(2, 2 + min(k, len(r))).float())
        gain = (2 ** r[s.argsort(descending=True)][:k] - 1) @ disc
        ideal = (2 ** r.sort(descending=True).values[:k] - 1) @ disc
        vals.append((gain / ideal.clamp(min=1e-9)).item())
    return sum(vals) / len(vals)
