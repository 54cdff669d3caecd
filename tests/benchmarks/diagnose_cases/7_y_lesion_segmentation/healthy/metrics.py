import torch


class DiceMeter:
    def __init__(self, eps=1e-6):
        self.eps = eps
        self.reset()

    def reset(self):
        self.scores = []

    @torch.no_grad()
    def update(self, logits, target):
        """logits and target are (N, 1, H, W)."""
        mask = (torch.sigmoid(logits) > 0.5).float()
        inter = (mask * target).flatten(1).sum(1)
        total = mask.flatten(1).sum(1) + target.flatten(1).sum(1)
        self.scores.append((2 * inter + self.eps) / (total + self.eps))

    def compute(self):
        return torch.cat(self.scores).mean().item()
