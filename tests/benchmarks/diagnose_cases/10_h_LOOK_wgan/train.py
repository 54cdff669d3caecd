import torch
import torch.nn as nn

torch.manual_seed(29)
Z, N_CRITIC, GP, BATCH = 4, 4, 1.0, 128


def real_batch(n):
    c = torch.tensor([[1.5, 0.0], [-1.5, 0.0], [0.0, 1.5], [0.0, -1.5]])
    return c[torch.randint(0, 4, (n,))] + 0.15 * torch.randn(n, 2)


G = nn.Sequential(nn.Linear(Z, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
D = nn.Sequential(nn.Linear(2, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.0, 0.9))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.0, 0.9))


def gradient_penalty(real, fake):
    a = torch.rand(len(real), 1)
    mid = (a * real + (1 - a) * fake).requires_grad_(True)
    g, = torch.autograd.grad(D(mid).sum(), mid, create_graph=True)
    return ((g.norm(dim=1) - 1) ** 2).mean()


def energy_distance(n=600):
    with torch.no_grad():
        f, r = G(torch.randn(n, Z)), real_batch(n)
        d = torch.cdist
        return (2 * d(f, r).mean() - d(f, f).mean() - d(r, r).mean()).item()


print(f"start energy distance {energy_distance():.4f}")
for it in range(1, 601):
    for _ in range(N_CRITIC):
        real = real_batch(BATCH)
        fake = G(torch.randn(BATCH, Z)).detach()
        loss_d = D(fake).mean() - D(real).mean() + GP * gradient_penalty(real, fake)
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()
    loss_g = -D(G(torch.randn(BATCH, Z))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    if it % 100 == 0:
        print(f"iter {it} critic {loss_d.item():.3f} generator {loss_g.item():.3f} energy distance {energy_distance():.4f}")
