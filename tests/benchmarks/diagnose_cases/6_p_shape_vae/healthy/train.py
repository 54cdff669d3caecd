import torch

from vae import VAE, elbo_terms

SEED = 10
SIDE = 16


def discs(n):
    g = torch.arange(SIDE, dtype=torch.float32)
    r = 2.0 + 2.5 * torch.rand(n, 1, 1)
    cx = 4.5 + 7 * torch.rand(n, 1, 1)
    cy = 4.5 + 7 * torch.rand(n, 1, 1)
    d = ((g[None, None] - cx) ** 2 + (g[None, :, None] - cy) ** 2).sqrt()
    return torch.sigmoid(3 * (r - d)).reshape(n, -1)


def nearest(a, b):
    """Mean squared pixel distance of each row of a to its nearest row of b."""
    return (torch.cdist(a, b).min(1).values ** 2 / a.shape[1]).mean().item()


def main():
    torch.manual_seed(SEED)
    train, test = discs(3000), discs(500)
    model = VAE(SIDE * SIDE)
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 31):
        model.train()
        sums = torch.zeros(2)
        for idx in torch.randperm(len(train)).split(100):
            x = train[idx]
            logits, mu, logvar = model(x)
            rec, kl = elbo_terms(logits, x, mu, logvar)
            opt.zero_grad()
            (rec + kl).backward()
            opt.step()
            sums += torch.tensor([rec.item(), kl.item()])
        if epoch % 5 == 0:
            rec, kl = (sums / 30).tolist()
            print(f"epoch {epoch:2d}  reconstruction {rec:8.2f}  kl {kl:8.2f}")
    model.eval()
    with torch.no_grad():
        out, _, _ = model(test)
        mse = (torch.sigmoid(out) - test).pow(2).mean().item()
    print(f"test reconstruction mse {mse:.4f} (variance {test.var(0).mean():.4f})")
    print(f"prior samples: distance to data {nearest(model.sample(500), train):.4f}   data to data {nearest(test, train):.4f}")


if __name__ == "__main__":
    main()
