import torch


class FlatIndex:
    """Exhaustive search by cosine similarity or Euclidean distance."""

    def __init__(self, metric="cosine"):
        if metric not in ("cosine", "l2"):
            raise ValueError(f"unknown metric: {metric}")
        self.metric = metric
        self.vectors = None

    def add(self, vectors):
        self.vectors = vectors if self.vectors is None else torch.cat([self.vectors, vectors])

    def scores(self, queries):
        if self.metric == "cosine":
            normal = torch.nn.functional.normalize
            return normal(queries, dim=-1) @ normal(self.vectors, dim=-1).T
        return -torch.cdist(queries, self.vectors)

    def search(self, queries, k=10):
        """Numbers of the k nearest vectors, the nearest first."""
        return self.scores(queries).topk(min(k, len(self.vectors)), dim=-1).indices
