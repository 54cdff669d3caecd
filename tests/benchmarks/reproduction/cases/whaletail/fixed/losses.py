import torch
from torch.nn import functional as F


def pairwise_distances(embeddings):
    """Euclidean distances between all rows."""
    dot = embeddings @ embeddings.T
    squares = dot.diagonal()
    squared = squares[:, None] - 2 * dot + squares[None, :]
    # the root has no slope at zero
    itself = torch.eye(len(embeddings), dtype=torch.bool, device=embeddings.device)
    roots = torch.sqrt(squared.clamp(min=1e-12).masked_fill(itself, 1.0))
    return roots.masked_fill(itself, 0.0)


def batch_hard_triplet_loss(embeddings, labels, margin=0.3):
    """For each row its farthest positive and its nearest negative."""
    distances = pairwise_distances(embeddings)
    same = labels[:, None] == labels[None, :]
    farthest = distances.masked_fill(~same, 0.0).amax(dim=1)
    nearest = distances.masked_fill(same, float("inf")).amin(dim=1)
    return F.relu(farthest - nearest + margin).mean()
