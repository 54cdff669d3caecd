import argparse

import torch

from orbitgps import OrbitModel, Trainer


def orbits(count=64, steps=12, seed=0):
    generator = torch.Generator().manual_seed(seed)
    phase = 6.28 * torch.rand(count, 1, generator=generator)
    tilt = torch.rand(count, 1, generator=generator)
    angle = phase + 0.2 * torch.arange(steps + 1)
    clock = torch.linspace(0, 1, steps + 1).expand_as(angle)
    fixes = torch.stack([angle.cos(), angle.sin() * tilt.cos(), angle.sin() * tilt.sin(), clock], -1)
    return fixes[:, :-1], fixes[:, -1, :3]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--no-amp", action="store_true")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--clip", type=float, default=1.0)
    args = parser.parse_args()
    torch.manual_seed(0)
    trainer = Trainer(OrbitModel(), args.device, not args.no_amp, clip=args.clip)
    for epoch, loss in enumerate(trainer.fit(*orbits(), args.epochs)):
        if epoch % 10 == 0:
            print(f"epoch {epoch}: {loss:.5f}")
