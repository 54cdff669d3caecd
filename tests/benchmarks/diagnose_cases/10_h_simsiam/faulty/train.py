"""SimSiam on synthetic sensor vectors, evaluated with a kNN probe."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=25)
parser.add_argument("--batch-size", type=int, default=128)
parser.add_argument("--lr", type=float, default=0.05)
parser.add_argument("--seed", type=int, default=7)
args = parser.parse_args()

torch.manual_seed(args.seed)
N_CLASS, SIG, NUIS = 10, 24, 40
centres = torch.randn(N_CLASS, SIG)
mixing = torch.linalg.qr(torch.randn(SIG + NUIS, SIG + NUIS))[0]


def sample(n):
    y = torch.randint(0, N_CLASS, (n,))
    content = centres[y] + 0.35 * torch.randn(n, SIG)
    style = 3.0 * torch.randn(n, NUIS)
    return content, style, y


def render(content, style):
    return torch.cat([content, style], 1) @ mixing


def augment(content, style):
    jitter = 0.15 * torch.randn_like(content)
    return render(content + jitter, 3.0 * torch.randn_like(style))


class SimSiam(nn.Module):
    def __init__(self, d_in, dim=128, pred=32):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Linear(d_in, 128), nn.BatchNorm1d(128), nn.ReLU(inplace=True),
            nn.Linear(128, 128), nn.BatchNorm1d(128), nn.ReLU(inplace=True),
        )
        self.projector = nn.Sequential(
            nn.Linear(128, dim), nn.BatchNorm1d(dim), nn.ReLU(inplace=True),
            nn.Linear(dim, dim), nn.BatchNorm1d(dim, affine=False),
        )
        self.predictor = nn.Sequential(
            nn.Linear(dim, pred), nn.BatchNorm1d(pred), nn.ReLU(inplace=True), nn.Linear(pred, dim)
        )

    def forward(self, x1, x2):
        z1 = self.projector(self.backbone(x1))
        z2 = self.projector(self.backbone(x2))
        p1, p2 = self.predictor(z1), self.predictor(z2)
        return p1, p2, z1, z2


def neg_cos(p, z):
    return -F.cosine_similarity(p, z, dim=-1).mean()


@torch.no_grad()
def knn_accuracy(model, bank, query, k=15):
    model.eval()
    fb = F.normalize(model.backbone(render(bank[0], bank[1])), dim=1)
    fq = F.normalize(model.backbone(render(query[0], query[1])), dim=1)
    nn_idx = (fq @ fb.T).topk(k, dim=1).indices
    votes = F.one_hot(bank[2][nn_idx], N_CLASS).sum(1)
    model.train()
    return (votes.argmax(1) == query[2]).float().mean().item()


train, test = sample(4096), sample(1000)
model = SimSiam(SIG + NUIS)
opt = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9, weight_decay=1e-4)
steps = args.epochs * (4096 // args.batch_size)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, steps)

for epoch in range(args.epochs):
    perm = torch.randperm(4096)
    running = 0.0
    for idx in perm.split(args.batch_size):
        c, s = train[0][idx], train[1][idx]
        p1, p2, z1, z2 = model(augment(c, s), augment(c, s))
        loss = 0.5 * neg_cos(p1, z2) + 0.5 * neg_cos(p2, z1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        running += loss.item()
    if (epoch + 1) % 5 == 0:
        acc = knn_accuracy(model, train, test)
        print(f"epoch {epoch + 1:3d}  loss {running / (4096 // args.batch_size):.4f}  knn {acc:.3f}")
