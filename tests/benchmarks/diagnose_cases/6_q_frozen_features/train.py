import torch
from torch import nn

from features import FourierFeatures

CONFIG = {"seed": 61, "features": 500, "bandwidth": 0.9, "lr": 0.05, "epochs": 25, "batch": 128}


def rings(n, generator):
    label = torch.randint(3, (n,), generator=generator)
    radius = 0.6 + 0.8 * label + 0.13 * torch.randn(n, generator=generator)
    angle = 6.2832 * torch.rand(n, generator=generator)
    x = torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)
    return x, label


class KernelClassifier(nn.Module):
    def __init__(self, n_in, n_features, bandwidth, n_classes):
        super().__init__()
        self.phi = FourierFeatures(n_in, n_features, bandwidth)
        self.linear = nn.Linear(n_features, n_classes)

    def forward(self, x):
        return self.linear(self.phi(x))


torch.manual_seed(CONFIG["seed"])
gen = torch.Generator().manual_seed(CONFIG["seed"])
x_train, y_train = rings(3000, gen)
x_test, y_test = rings(1000, gen)
model = KernelClassifier(2, CONFIG["features"], CONFIG["bandwidth"], 3)
trainable = sum(p.numel() for p in model.parameters())
print(f"{trainable} trainable parameters")
optimizer = torch.optim.Adam(model.linear.parameters(), lr=CONFIG["lr"])
for epoch in range(CONFIG["epochs"]):
    for idx in torch.randperm(len(x_train)).split(CONFIG["batch"]):
        loss = nn.functional.cross_entropy(model(x_train[idx]), y_train[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 5 == 4:
        with torch.no_grad():
            acc = (model(x_test).argmax(1) == y_test).float().mean()
        print(f"epoch {epoch + 1:2d} loss {loss.item():.4f} test accuracy {acc:.4f}")
