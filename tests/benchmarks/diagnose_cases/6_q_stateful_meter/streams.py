import torch


def meter_streams(n_streams, steps, seed):
    """Input: noisy pulses. Target: a running level that decays over about 16 steps."""
    g = torch.Generator().manual_seed(seed)
    pulse = (torch.rand(steps, n_streams, generator=g) < 0.05).float()
    pulse = pulse * (0.5 + torch.rand(steps, n_streams, generator=g))
    level = torch.zeros(n_streams)
    out = []
    for t in range(steps):
        level = 0.94 * level + 0.3 * pulse[t]
        out.append(level.clone())
    target = torch.stack(out)
    noisy = pulse + 0.02 * torch.randn(pulse.shape, generator=g)
    return noisy.unsqueeze(-1), target.unsqueeze(-1)


def chunks(x, y, size):
    for s in range(0, len(x), size):
        yield x[s:s + size], y[s:s + size]
