import torch
from torch import nn


class Diffusion:
    """A linear noise schedule, and one step of training with it."""

    def __init__(self, steps=50, low=1e-4, high=0.05):
        self.steps = steps
        self.kept = torch.cumprod(1 - torch.linspace(low, high, steps), dim=0)

    def add_noise(self, waves, noise, step):
        kept = self.kept.to(waves)[step][:, None, None]
        return kept.sqrt() * waves + (1 - kept).sqrt() * noise

    def loss(self, model, waves):
        step = torch.randint(0, self.steps, (len(waves),), device=waves.device)
        noise = torch.randn_like(waves)
        return nn.functional.mse_loss(model(self.add_noise(waves, noise, step), step), noise)


def train_step(model, diffusion, optimizer, waves):
    optimizer.zero_grad()
    loss = diffusion.loss(model, waves)
    loss.backward()
    optimizer.step()
    return loss.item()
