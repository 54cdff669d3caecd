import torch
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(2)

SIZE = 14


def gen(n):
    """Smooth images mixed from six fixed patterns."""
    yy, xx = torch.meshgrid(torch.linspace(-1, 1, SIZE), torch.linspace(-1, 1, SIZE), indexing="ij")
    basis = torch.stack([
        torch.exp(-((xx - a) ** 2 + (yy - b) ** 2) / 0.15)
        for a, b in [(-.6, -.6), (.6, -.6), (0, 0), (-.6, .6), (.6, .6), (0, .8)]
    ]).flatten(1)
    w = torch.rand(n, 6)
    img = w @ basis
    return (img + 0.02 * torch.randn_like(img)).clamp(0, 1)


class AutoEncoder(nn.Module):
    def __init__(self, latent=1):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(SIZE * SIZE, 128), nn.GELU(),
            nn.Linear(128, 64), nn.GELU(),
            nn.Linear(64, latent),
        )
        self.decoder = nn.Sequential(
            nn.Linear(latent, 64), nn.GELU(),
            nn.Linear(64, 128), nn.GELU(),
            nn.Linear(128, SIZE * SIZE),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


train_x, test_x = gen(5000), gen(1000)
loader = DataLoader(train_x, batch_size=64, shuffle=True, drop_last=True)
var = test_x.var(0).mean().item()

ae = AutoEncoder()
opt = torch.optim.AdamW(ae.parameters(), lr=1e-3, weight_decay=1e-4)
for epoch in range(15):
    ae.train()
    for step, x in enumerate(loader):
        rec = ae(x)
        loss = nn.functional.mse_loss(rec, x)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    ae.eval()
    with torch.no_grad():
        err = nn.functional.mse_loss(ae(test_x), test_x).item()
    print(f"epoch={epoch} last_batch={loss.item():.5f} test_rec={err:.5f} explained={1 - err / var:.3f}")
