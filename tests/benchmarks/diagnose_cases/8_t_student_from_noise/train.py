import torch
from torch import nn
import torch.nn.functional as F

TEMPERATURE = 4.0


def blobs(n, centers):
    y = torch.randint(0, len(centers), (n,))
    return centers[y] + 0.55 * torch.randn(n, centers.size(1)), y % 6


def mlp(*sizes):
    parts = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        parts += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*parts[:-1])


def accuracy(model, x, y):
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def fit_teacher(x, y):
    teacher = mlp(10, 128, 128, 6)
    opt = torch.optim.Adam(teacher.parameters(), lr=2e-3)
    for _ in range(12):
        for idx in torch.randperm(len(x)).split(64):
            loss = F.cross_entropy(teacher(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
    return teacher.eval()


def distill(teacher, steps=1200, batch=256):
    student = mlp(10, 48, 48, 6)
    for p in teacher.parameters():
        p.requires_grad = False
    opt = torch.optim.Adam(student.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, steps)
    for step in range(1, steps + 1):
        x = 1.3 * torch.randn(batch, 10)
        with torch.no_grad():
            soft = (teacher(x) / TEMPERATURE).softmax(1)
        log_p = (student(x) / TEMPERATURE).log_softmax(1)
        loss = F.kl_div(log_p, soft, reduction="batchmean") * TEMPERATURE ** 2
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        if step % 300 == 0:
            print(f"step {step}  distillation loss {loss.item():.4f}")
    return student


if __name__ == "__main__":
    torch.manual_seed(41)
    centers = 1.2 * torch.randn(12, 10)
    x, y = blobs(2500, centers)
    x_test, y_test = blobs(800, centers)
    teacher = fit_teacher(x, y)
    print(f"teacher test accuracy {accuracy(teacher, x_test, y_test):.3f}")
    student = distill(teacher)
    print(f"student test accuracy {accuracy(student, x_test, y_test):.3f}")
