import argparse

import torch

import networks
from losses import distillation_loss


def blobs(count, inputs=20, classes=5, spread=1.0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    centres = torch.randn(classes, inputs, generator=generator) * 3
    labels = torch.randint(0, classes, (count,), generator=generator)
    noise = torch.randn(count, inputs, generator=generator)
    return centres[labels] + spread * noise, labels


def pretrain(model, x, y, steps=50):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return model.eval()


def distill(scale=1.0, temperature=4.0, steps=50, lr=1e-2, seed=0):
    """Returns the losses of the student; `scale` multiplies the raw features."""
    torch.manual_seed(seed)
    x, y = blobs(256)
    x = x * scale
    teacher = pretrain(networks.teacher(), x, y)
    student = networks.student()
    optimizer = torch.optim.SGD(student.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        with torch.no_grad():
            wanted = teacher(x)
        loss = distillation_loss(student(x), wanted, y, temperature)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--temperature", type=float, default=4.0)
    parser.add_argument("--steps", type=int, default=50)
    options = parser.parse_args()
    for step, loss in enumerate(distill(options.scale, options.temperature, options.steps)):
        print(step, f"{loss:.4f}")
