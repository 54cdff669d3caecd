"""Knowledge distillation of a random teacher into a smaller student."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SEED = 3
N_TRAIN, N_TEST = 4096, 1024
BATCH_SIZE = 64
EPOCHS = 20
LR = 2e-3
T = 2.0


def make_teacher():
    teacher = nn.Sequential(nn.Linear(16, 64), nn.Tanh(), nn.Linear(64, 5))
    with torch.no_grad():
        teacher[0].weight.mul_(1.2)
        teacher[2].weight.mul_(6.0)
    return teacher.requires_grad_(False)


def distill_loss(student_logits, teacher_logits):
    return F.kl_div(
        F.log_softmax(student_logits / T, dim=1),
        F.log_softmax(teacher_logits / T, dim=1),
        reduction="batchmean",
        log_target=True,
    ) * T * T


def agreement(student, teacher, x):
    with torch.no_grad():
        return (student(x).argmax(1) == teacher(x).argmax(1)).float().mean().item()


def main():
    torch.manual_seed(SEED)
    teacher = make_teacher()
    x, x_test = torch.randn(N_TRAIN, 16), torch.randn(N_TEST, 16)
    loader = DataLoader(TensorDataset(x), batch_size=BATCH_SIZE, shuffle=True)
    student = nn.Sequential(nn.Linear(16, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU(), nn.Linear(48, 5))
    opt = torch.optim.Adam(student.parameters(), lr=LR)
    for epoch in range(EPOCHS):
        total = 0.0
        for (xb,) in loader:
            loss = distill_loss(student(xb), teacher(xb))
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch:2d} kd loss {total / len(loader):.4f} agreement {agreement(student, teacher, x_test):.3f}")


if __name__ == "__main__":
    main()
