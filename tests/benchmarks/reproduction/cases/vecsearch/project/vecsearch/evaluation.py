import torch

from vecsearch.index import FlatIndex


def recall_at(k, found, wanted):
    """Share of the queries whose wanted vector is among the first k."""
    return (found[:, :k] == wanted[:, None]).any(dim=1).float().mean().item()


def mean_reciprocal_rank(found, wanted):
    hits = found == wanted[:, None]
    ranks = hits.float().argmax(dim=1) + 1
    return torch.where(hits.any(dim=1), 1.0 / ranks, torch.zeros(())).mean().item()


def evaluate(vectors, queries, wanted, metric="cosine", k=10):
    index = FlatIndex(metric)
    index.add(vectors)
    found = index.search(queries, k)
    return {
        "recall@1": recall_at(1, found, wanted),
        f"recall@{k}": recall_at(k, found, wanted),
        "mrr": mean_reciprocal_rank(found, wanted),
    }
