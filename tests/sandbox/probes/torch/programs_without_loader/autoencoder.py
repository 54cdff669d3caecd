import torch
from torch import nn

x = torch.rand(64, 10)


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(10, 4), nn.BatchNorm1d(4), nn.ReLU())
        self.decoder = nn.Linear(4, 10)
        self.unused = nn.Linear(3, 3)
        self.scale = nn.Parameter(torch.ones(2), requires_grad=False)

    def forward(self, *, pixels):
        return self.decoder(self.encoder(pixels))


network = Autoencoder()
network.decoder.bias.requires_grad_(False)
optimizer = torch.optim.Adam([p for p in network.parameters() if p.requires_grad])
for _ in range(3):
    for at in range(0, 64, 16):
        batch = x[at : at + 16]
        loss = nn.functional.mse_loss(network(pixels=batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
network.eval()
with torch.inference_mode():
    error = nn.functional.mse_loss(
        network(pixels=torch.rand(20, 10) + 1), torch.zeros(20, 10)
    ).item()
result = [error, network.state_dict()]
