import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from episodes import EpisodeSampler, GlyphBank


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU(), nn.MaxPool2d(2))


class ProtoNet(nn.Module):
    def __init__(self, n_way, k_shot):
        super().__init__()
        self.n_way, self.k_shot = n_way, k_shot
        self.encoder = nn.Sequential(block(1, 16), block(16, 32), nn.Conv2d(32, 32, 3, padding=1), nn.Flatten())

    def forward(self, support, query):
        z = self.encoder(torch.cat([support, query]))
        zs, zq = z[: len(support)], z[len(support):]
        protos = zs.view(self.k_shot, self.n_way, -1).mean(dim=0)
        return -torch.cdist(zq, protos).pow(2) / zq.size(1)


def test(net, sampler, episodes=60):
    net.eval()
    hits = n = 0
    with torch.no_grad():
        for _ in range(episodes):
            s, q, y = sampler.sample()
            hits += (net(s, q).argmax(1) == y).sum().item()
            n += len(y)
    net.train()
    return hits / n


torch.manual_seed(5)
rng = np.random.default_rng(5)
seen = EpisodeSampler(GlyphBank(40, rng), n_way=5, k_shot=4, n_query=6)
novel = EpisodeSampler(GlyphBank(15, rng), n_way=5, k_shot=4, n_query=6)

net = ProtoNet(5, 4)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
running = 0.0
for episode in range(1, 301):
    s, q, y = seen.sample()
    loss = F.cross_entropy(net(s, q), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running += loss.item()
    if episode % 100 == 0:
        print(f"episode {episode}: loss {running / 100:.3f}, novel-class accuracy {test(net, novel, 20):.3f}")
        running = 0.0
print(f"5-way 4-shot accuracy on novel classes: {test(net, novel):.3f}")
