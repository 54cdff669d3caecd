import torch
from torch.distributions import Normal, kl_divergence
from model import VAE

torch.manual_seed(3)


def make_blobs(n, size=12):
    """one gaussian spot per picture, random place and width"""
    c = torch.rand(n, 2, 1, 1) * (size - 4) + 2
    w = torch.rand(n, 1, 1) * 1.5 + 1.0
    yy, xx = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    d = (yy - c[:, 0]) ** 2 + (xx - c[:, 1]) ** 2
    return torch.exp(-d / (2 * w ** 2)).reshape(n, -1)


train, test = make_blobs(3000), make_blobs(500)
model = VAE(train.shape[1])
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
prior = Normal(torch.zeros(4), torch.ones(4))
beta = 0.05


def elbo_terms(x):
    recon, q = model(x)
    rec = (recon - x).pow(2).sum(1).mean()
    kl = kl_divergence(q, prior).sum(1).mean()
    return rec, kl


for epoch in range(20):
    perm = torch.randperm(len(train))
    tot_r = tot_k = 0.0
    for i in range(0, len(train), 100):
        x = train[perm[i:i + 100]]
        rec, kl = elbo_terms(x)
        loss = rec + beta * kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot_r += rec.item() / 30
        tot_k += kl.item() / 30
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: recon {tot_r:.3f}  kl {tot_k:.3f}")

with torch.no_grad():
    rec, kl = elbo_terms(test)
    base = (test - train.mean(0)).pow(2).sum(1).mean()
print(f"test reconstruction error {rec:.3f}   (mean image: {base:.3f})  kl {kl:.3f}")
