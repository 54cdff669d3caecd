import torch
from torch import nn

# Unsupervised detection of odd login sessions: an autoencoder is fitted on normal sessions and
# sessions with a large reconstruction error are flagged.


def sessions(n, basis, anomalous=False):
    z = torch.randn(n, 4)
    feats = torch.tanh(z @ basis) * 1.5
    if anomalous:
        cols = torch.rand(n, basis.shape[1]).argsort(1)[:, :6]
        feats.scatter_add_(1, cols, torch.randn(n, 6) * 1.2)
    return feats + 0.1 * torch.randn_like(feats)


class AutoEncoder(nn.Module):
    def __init__(self, d, code=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 48), nn.ReLU(), nn.Linear(48, code))
        self.decoder = nn.Sequential(nn.Linear(code, 48), nn.ReLU(), nn.Linear(48, d))

    def forward(self, x):
        return self.decoder(self.encoder(x))


def detection_rate(net, normal, odd, fpr=0.05):
    net.eval()
    with torch.no_grad():
        e_norm = (net(normal) - normal).pow(2).mean(1)
        e_odd = (net(odd) - odd).pow(2).mean(1)
    threshold = torch.quantile(e_norm, 1 - fpr)
    return e_norm.mean().item(), (e_odd > threshold).float().mean().item()


def fit(epochs=25, batch=64, lr=2e-3, weight_decay=1e-1):
    torch.manual_seed(18)
    basis = torch.randn(4, 24)
    train, normal, odd = sessions(4000, basis), sessions(1000, basis), sessions(1000, basis, anomalous=True)
    net = AutoEncoder(24)
    opt = torch.optim.Adam(net.parameters(), lr=lr, weight_decay=weight_decay)
    for ep in range(epochs):
        net.train()
        for xb in train[torch.randperm(len(train))].split(batch):
            loss = nn.functional.mse_loss(net(xb), xb)
            opt.zero_grad()
            loss.backward()
            opt.step()
        if (ep + 1) % 5 == 0:
            err, det = detection_rate(net, normal, odd)
            print(f"epoch {ep + 1}: train {loss.item():.4f}  held-out error {err:.4f}  detection at 5% FPR {det:.3f}")
    return net


if __name__ == "__main__":
    fit()
