import torch


def recall_at_k(scores: torch.Tensor, relevant: torch.Tensor, k: int = 10) -> float:
    """Share of the relevant papers that are among the k best, averaged over questions.

    `relevant` is a mask of the shape of the scores.
    """
    best = scores.topk(min(k, scores.shape[1]), dim=1).indices
    found = relevant.gather(1, best).sum(dim=1)
    return (found / k).mean().item()


def mean_reciprocal_rank(scores: torch.Tensor, relevant: torch.Tensor) -> float:
    order = scores.argsort(dim=1, descending=True)
    hits = relevant.gather(1, order).float()
    first = hits.argmax(dim=1) + 1
    return (hits.amax(dim=1) / first).mean().item()
