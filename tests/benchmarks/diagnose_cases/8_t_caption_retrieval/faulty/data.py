import torch


class CaptionWorld:
    """Scenes with four attributes of nine values each, rendered as a vector and described in words."""

    def __init__(self, n_train, n_test, n_attr=4, n_val=9, pixel_dim=96, n_filler=12):
        self.n_attr, self.n_val, self.pixel_dim = n_attr, n_val, pixel_dim
        self.n_filler = n_filler
        self.vocab = n_attr * n_val + n_filler
        self.render = torch.randn(n_attr * n_val, 64), torch.randn(64, pixel_dim) / 8
        codes = torch.randperm(n_val ** n_attr)[: n_train + n_test]
        attrs = torch.stack([(codes // n_val ** i) % n_val for i in range(n_attr)], 1)
        self.train = self._make(attrs[:n_train])
        self.test = self._make(attrs[n_train:])

    def _make(self, attrs):
        ids = attrs + torch.arange(self.n_attr) * self.n_val
        hidden = torch.tanh(self.render[0][ids].sum(1) / 2)
        pixels = hidden @ self.render[1] + 0.1 * torch.randn(len(attrs), self.pixel_dim)
        filler = self.n_attr * self.n_val + torch.randint(0, self.n_filler, (len(attrs), 4))
        tokens = torch.cat([ids, filler], 1)
        order = torch.rand(tokens.shape).argsort(1)
        return pixels, tokens.gather(1, order)

    def sample_batch(self, size):
        pick = torch.randint(0, len(self.train[0]), (size,))
        return self.train[0][pick], self.train[1][pick]
