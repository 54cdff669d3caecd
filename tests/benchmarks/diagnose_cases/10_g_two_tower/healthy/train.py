"""Two-tower retrieval: match job seekers to postings with in-batch negatives."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def build_pairs(n, d_q=24, d_d=40, seed=0):
    g = torch.Generator().manual_seed(seed)
    A = torch.randn(6, d_q, generator=torch.Generator().manual_seed(100))
    B = torch.randn(6, d_d, generator=torch.Generator().manual_seed(101))
    topic = torch.randn(n, 6, generator=g)
    q = torch.tanh(topic @ A) + 0.3 * torch.randn(n, d_q, generator=g)
    d = torch.tanh(topic.pow(2).sub(1).add(topic) @ B) + 0.2 * torch.randn(n, d_d, generator=g)
    return q, d


def tower(n_in, n_hidden=64, n_out=16):
    return nn.Sequential(nn.Linear(n_in, n_hidden), nn.ReLU(), nn.Linear(n_hidden, n_out))


class TwoTower(nn.Module):
    def __init__(self, d_q=24, d_d=40):
        super().__init__()
        self.query = tower(d_q)
        self.doc = tower(d_d)
        self.log_temp = nn.Parameter(torch.tensor(2.0))

    def encode_query(self, q):
        return F.normalize(self.query(q), dim=-1)

    @torch.no_grad()
    def index_documents(self, d):
        self.eval()
        return F.normalize(self.doc(d), dim=-1)

    def encode_doc(self, d):
        return F.normalize(self.doc(d), dim=-1)

    def forward(self, q, d):
        zq = self.encode_query(q)
        zd = self.encode_doc(d)
        return zq @ zd.t() * self.log_temp.exp()


def recall_at(model, q, d, k=5):
    model.eval()
    index = model.index_documents(d)
    with torch.no_grad():
        sims = model.encode_query(q) @ index.t()
    top = sims.topk(k, dim=1).indices
    return (top == torch.arange(len(q)).unsqueeze(1)).any(1).float().mean().item()


def main():
    torch.manual_seed(17)
    q, d = build_pairs(6000)
    loader = DataLoader(TensorDataset(q[:5500], d[:5500]), batch_size=128, shuffle=True, drop_last=True)
    model = TwoTower()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(1, 16):
        model.train()
        total = 0.0
        for qb, db in loader:
            logits = model(qb, db)
            target = torch.arange(len(qb))
            loss = 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target))
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        if epoch % 3 == 0:
            print(f"epoch {epoch} loss {total / len(loader):.3f} held-out recall@5 {recall_at(model, q[5500:], d[5500:]):.3f}")


if __name__ == "__main__":
    main()
