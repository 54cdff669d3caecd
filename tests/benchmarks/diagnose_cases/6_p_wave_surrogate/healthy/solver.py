import torch


def laplacian(u):
    return (torch.roll(u, 1, -1) + torch.roll(u, -1, -1) + torch.roll(u, 1, -2) + torch.roll(u, -1, -2) - 4 * u)


def smooth_field(n, size):
    k = torch.fft.fftfreq(size) * size
    k2 = k[:, None] ** 2 + k[None, :] ** 2
    spec = torch.fft.fft2(torch.randn(n, size, size)) * torch.exp(-k2 / 18.0)
    f = torch.fft.ifft2(spec).real
    return f / f.std(dim=(1, 2), keepdim=True)


def wave_pairs(n, size, inner_steps=6, c2=0.25):
    """(u, u_prev) at time t and u after inner_steps of the leapfrog scheme."""
    u = smooth_field(n, size)
    prev = u - 0.1 * smooth_field(n, size)
    start = torch.stack([u, prev], 1)
    for _ in range(inner_steps):
        u, prev = 2 * u - prev + c2 * laplacian(u), u
    return start, u.unsqueeze(1)
