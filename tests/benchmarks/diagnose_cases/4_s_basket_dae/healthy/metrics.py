import torch


def recall_at_k(scores, held_out, k=10):
    """share of the held-out items among the k recommended ones"""
    top = torch.argsort(scores, dim=1, descending=True)[:, :k]
    hits = held_out.gather(1, top).sum(1)
    return (hits / held_out.sum(1).clamp(min=1, max=k)).mean().item()
