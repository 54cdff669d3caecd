import torch


def payments(count=400, rate=0.1, seed=0):
    """Six numbers for each payment, and whether it was fraud."""
    generator = torch.Generator().manual_seed(seed)
    fraud = torch.rand(count, generator=generator) < rate
    features = torch.randn(count, 6, generator=generator)
    features[:, 0] += 1.5 * fraud
    features[:, 3] -= 1.0 * fraud
    order = fraud.long().argsort(stable=True)
    return features[order], fraud[order].long()
