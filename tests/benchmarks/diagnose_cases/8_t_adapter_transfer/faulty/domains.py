import torch


class Domains:
    """Gaussian prototypes (three per class); the target domain sees them through another mixing."""

    def __init__(self, dim, classes, per_class=3):
        self.proto = 1.6 * torch.randn(classes * per_class, dim) / 2
        self.label = torch.arange(classes).repeat_interleave(per_class)
        u = torch.linalg.qr(torch.randn(dim, 6))[0]
        self.mix = torch.eye(dim) - 2 * u @ u.t()

    def source(self, n):
        k = torch.randint(0, len(self.proto), (n,))
        return self.proto[k] + 0.45 * torch.randn(n, self.proto.size(1)), self.label[k]

    def target(self, n):
        x, y = self.source(n)
        return x @ self.mix + 0.3, (y + 3) % (self.label.max() + 1)
