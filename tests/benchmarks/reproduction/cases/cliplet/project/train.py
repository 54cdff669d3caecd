import argparse
import json

import torch

from model import Cliplet, contrastive_loss


def pairs(count=96, noise=0.5, seed=0):
    """Images and texts that come from the same hidden numbers."""
    generator = torch.Generator().manual_seed(seed)
    hidden = torch.randn(count, 8, generator=generator)
    images = hidden @ torch.randn(8, 24, generator=generator)
    texts = hidden @ torch.randn(8, 12, generator=generator)
    images += noise * torch.randn(count, 24, generator=generator)
    return images, texts + noise * torch.randn(count, 12, generator=generator)


def train(epochs=10, batch_size=32, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    model = Cliplet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0)
    images, texts = pairs(seed=seed)
    history = []
    for epoch in range(epochs):
        for rows in torch.randperm(len(images)).split(batch_size):
            loss = contrastive_loss(model(images[rows], texts[rows]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        history.append(
            {"epoch": epoch, "loss": loss.item(), "logit_scale": model.logit_scale.item()}
        )
    return model, history


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=3e-3)
    args = parser.parse_args()
    for entry in train(args.epochs, args.batch_size, args.lr)[1]:
        print(json.dumps(entry))
