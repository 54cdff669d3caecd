import math

import torch


def make_cycles(n, steps, generator):
    mode = torch.randint(4, (n,), generator=generator)
    t = torch.arange(steps).float()
    freq = torch.tensor([1.0, 2.0, 3.0, 4.0])[mode][:, None]
    phase = 2 * math.pi * torch.rand(n, 1, generator=generator)
    vib = torch.sin(2 * math.pi * freq * t / steps + phase)
    load = torch.cos(2 * math.pi * freq * t / steps + phase)
    temp = torch.randn(n, 1, generator=generator).expand(n, steps)
    x = torch.stack([vib, load, temp], dim=-1)
    return x + 0.2 * torch.randn(x.shape, generator=generator), mode
