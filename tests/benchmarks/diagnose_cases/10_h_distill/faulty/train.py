import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SEED = 11
T = 3.0
ALPHA = 0.7


def make_data(n, gen, protos):
    y = torch.randint(0, 6, (n,), generator=gen)
    mode = torch.randint(0, 3, (n,), generator=gen)
    x = protos[y, mode] + 0.9 * torch.randn(n, protos.shape[-1], generator=gen)
    return TensorDataset(x, y)


def teacher_net():
    return nn.Sequential(
        nn.Linear(20, 256), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(256, 256), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(256, 6),
    )


def student_net():
    return nn.Sequential(nn.Linear(20, 32), nn.ReLU(), nn.Linear(32, 6))


def accuracy(model, loader):
    model.eval()
    hit = tot = 0
    with torch.no_grad():
        for x, y in loader:
            hit += (model(x).argmax(1) == y).sum().item()
            tot += len(y)
    return hit / tot


def pretrain_teacher(teacher, loader, epochs=8):
    opt = torch.optim.Adam(teacher.parameters(), lr=1e-3)
    for _ in range(epochs):
        teacher.train()
        for x, y in loader:
            opt.zero_grad()
            F.cross_entropy(teacher(x), y).backward()
            opt.step()


def kd_loss(s_logits, t_logits, y):
    soft = F.kl_div(
        F.log_softmax(s_logits / T, dim=1),
        F.softmax(t_logits / T, dim=1),
        reduction="batchmean",
    ) * T * T
    return ALPHA * soft + (1 - ALPHA) * F.cross_entropy(s_logits, y)


def main():
    torch.manual_seed(SEED)
    gen = torch.Generator().manual_seed(SEED)
    protos = 1.6 * torch.randn(6, 3, 20, generator=gen)
    train_loader = DataLoader(make_data(4000, gen, protos), batch_size=64, shuffle=True)
    test_loader = DataLoader(make_data(1500, gen, protos), batch_size=256)

    teacher, student = teacher_net(), student_net()
    pretrain_teacher(teacher, train_loader)
    print(f"teacher test acc {accuracy(teacher, test_loader):.3f}")

    optimizer = torch.optim.Adam(teacher.parameters(), lr=2e-3)
    for epoch in range(12):
        teacher.eval()
        student.train()
        total = 0.0
        for x, y in train_loader:
            with torch.no_grad():
                t_logits = teacher(x)
            loss = kd_loss(student(x), t_logits, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch:02d} kd loss {total / len(train_loader):.4f} "
              f"student test acc {accuracy(student, test_loader):.3f}")


if __name__ == "__main__":
    main()
