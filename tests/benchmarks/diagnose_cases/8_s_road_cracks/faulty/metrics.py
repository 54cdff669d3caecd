import torch


@torch.no_grad()
def crack_iou(logits, mask):
    """Intersection over union of the crack pixels, averaged over the images."""
    pred = (logits > 0).float().flatten(1)
    mask = mask.flatten(1)
    intersection = (pred * mask).sum(dim=1)
    union = pred.sum(dim=1) + mask.sum(dim=1)
    return (intersection / union.clamp(min=1)).mean().item()
