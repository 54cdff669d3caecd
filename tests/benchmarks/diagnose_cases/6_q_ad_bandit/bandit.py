import torch


class AdServer:
    """Visitors with a context vector; each ad has its own click probability for each context."""

    def __init__(self, n_ads, dim, seed):
        self.g = torch.Generator().manual_seed(seed)
        self.theta = 1.5 * torch.randn(n_ads, dim, generator=self.g)
        self.dim = dim

    def visitors(self, n):
        return torch.randn(n, self.dim, generator=self.g)

    def click_prob(self, ctx):
        return torch.sigmoid(ctx @ self.theta.T - 0.5)

    def show(self, ctx, ads):
        p = self.click_prob(ctx).gather(1, ads[:, None]).squeeze(1)
        return (torch.rand(len(p), generator=self.g) < p).float()
