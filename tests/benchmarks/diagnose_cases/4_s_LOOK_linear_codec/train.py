"""Linear autoencoder on sensor frames; should reach the PCA error."""
import torch
from torch import nn

torch.manual_seed(5)
N, D, K = 3000, 40, 6
x = torch.randn(N, K) @ torch.randn(K, D) + 0.3 * torch.randn(N, D)
x = (x - x.mean(0)) / x.std()
x_train, x_test = x[:2500], x[2500:]


class LinearCodec(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Linear(D, K, bias=False)
        self.up = nn.Linear(K, D, bias=False)

    def forward(self, v):
        return self.up(self.down(v))


def pca_error():
    _, _, vh = torch.linalg.svd(x_train, full_matrices=False)
    proj = x_test @ vh[:K].t() @ vh[:K]
    return (proj - x_test).pow(2).mean().item()


codec = LinearCodec()
opt = torch.optim.Adam(codec.parameters(), lr=3e-3)
for epoch in range(40):
    codec.train()
    for idx in torch.randperm(len(x_train)).split(50):
        loss = (codec(x_train[idx]) - x_train[idx]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    codec.eval()
    with torch.no_grad():
        err = (codec(x_test) - x_test).pow(2).mean().item()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1} test error {err:.4f}")
print(f"linear codec {err:.4f}  pca {pca_error():.4f}")
