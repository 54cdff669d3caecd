import argparse

import torch

from glyphvae import GlyphVAE, vae_loss
from glyphvae.glyphs import make_glyphs


def train(epochs=20, beta=1.0, lr=3e-3, batch_size=50, seed=0):
    torch.manual_seed(seed)
    model = GlyphVAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    glyphs = make_glyphs(seed=seed)
    history = []
    for epoch in range(epochs):
        for batch in glyphs[torch.randperm(len(glyphs))].split(batch_size):
            logits, mu, logvar = model(batch)
            loss, parts = vae_loss(logits, batch, mu, logvar, beta)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        history.append({"epoch": epoch, "loss": loss.item(), **parts})
    return model, history


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--beta", type=float, default=1.0)
    args = parser.parse_args()
    for entry in train(args.epochs, args.beta)[1]:
        print(" ".join(f"{name} {value:.5g}" for name, value in entry.items()))
