"""Message passing network that regresses an energy of random molecular graphs."""
import torch
from torch import nn


def random_molecules(n, atoms=9, types=4):
    """Atom types, symmetric adjacency and an energy made of atom and bond terms."""
    kind = torch.randint(0, types, (n, atoms))
    adj = (torch.rand(n, atoms, atoms) < 0.3).float().triu(1)
    adj = adj + adj.transpose(1, 2)
    atom_e = torch.tensor([-1.0, 0.5, -2.0, 1.2])
    bond_e = torch.tensor([[-1.0, 0.3, 0.8, -0.5], [0.3, 0.6, -0.9, 0.1],
                           [0.8, -0.9, 1.1, 0.4], [-0.5, 0.1, 0.4, -1.3]])
    pair = bond_e[kind[:, :, None], kind[:, None, :]]
    energy = atom_e[kind].sum(1) + 0.5 * (pair * adj).sum((1, 2))
    return kind, adj, energy


class Interaction(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.msg = nn.Linear(dim, dim)
        self.upd = nn.Sequential(nn.Linear(2 * dim, dim), nn.SiLU(), nn.Linear(dim, dim))

    def forward(self, h, adj):
        m = torch.bmm(adj, self.msg(h))
        return h + self.upd(torch.cat([h, m], dim=-1))


class EnergyNet(nn.Module):
    def __init__(self, types=4, dim=32, rounds=2):
        super().__init__()
        self.embed = nn.Embedding(types, dim)
        self.rounds = nn.ModuleList([Interaction(dim) for _ in range(rounds)])
        self.readout = nn.Sequential(nn.Linear(dim, dim), nn.SiLU())
        self.head = nn.Linear(dim, 1)

    def forward(self, kind, adj):
        h = self.embed(kind)
        for layer in self.rounds:
            h = layer(h, adj)
        pooled = self.readout(h).sum(1)
        energy = self.head(pooled)
        return torch.relu(energy).squeeze(-1)


class Trainer:
    def __init__(self, model, lr=2e-3, batch=64):
        self.model, self.batch = model, batch
        self.opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-4)
        self.loss = nn.MSELoss()

    def epoch(self, kind, adj, y):
        self.model.train()
        total = 0.0
        for idx in torch.randperm(len(y)).split(self.batch):
            loss = self.loss(self.model(kind[idx], adj[idx]), y[idx])
            self.opt.zero_grad(set_to_none=True)
            loss.backward()
            self.opt.step()
            total += loss.item() * len(idx)
        return total / len(y)

    @torch.no_grad()
    def evaluate(self, kind, adj, y):
        self.model.eval()
        return (self.model(kind, adj) - y).abs().mean().item()


if __name__ == "__main__":
    torch.manual_seed(11)
    kind, adj, e = random_molecules(2400)
    mean, std = e[:2000].mean(), e[:2000].std()
    y = (e - mean) / std
    trainer = Trainer(EnergyNet())
    for ep in range(20):
        tr = trainer.epoch(kind[:2000], adj[:2000], y[:2000])
        mae = trainer.evaluate(kind[2000:], adj[2000:], y[2000:])
        print(f"epoch {ep:02d} | train mse {tr:.4f} | test mae {mae * std:.4f} (std of energies {std:.2f})")
