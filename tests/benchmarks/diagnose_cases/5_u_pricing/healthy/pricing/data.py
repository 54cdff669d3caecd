import torch


class PriceData:
    """Flats with a log price that is standardised on the training part."""

    def __init__(self, n=3000, seed=0):
        g = torch.Generator().manual_seed(seed)
        area = torch.rand(n, 1, generator=g) * 100 + 20
        rooms = torch.randint(1, 6, (n, 1), generator=g).float()
        district = torch.randint(0, 6, (n,), generator=g)
        level = torch.tensor([0.1, -0.4, 0.7, 0.0, -0.9, 0.4])[district].unsqueeze(1)
        age = torch.rand(n, 1, generator=g) * 80
        log_price = 0.9 * area.log() + 0.05 * rooms + level - 0.004 * age
        log_price = log_price + 0.05 * torch.randn(n, 1, generator=g)
        onehot = torch.nn.functional.one_hot(district, 6).float()
        numeric = torch.cat([area, rooms, age], 1)
        cut = int(0.8 * n)
        numeric = (numeric - numeric[:cut].mean(0)) / numeric[:cut].std(0)
        x = torch.cat([numeric, onehot], 1)
        y = (log_price - log_price[:cut].mean()) / log_price[:cut].std()
        self.train = (x[:cut], y[:cut])
        self.test = (x[cut:], y[cut:])

    def batches(self, size):
        x, y = self.train
        for idx in torch.randperm(len(x)).split(size):
            yield x[idx], y[idx]
