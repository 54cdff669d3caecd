import argparse

import torch
from torch.utils.data import DataLoader

from data import Flukes
from losses import batch_hard_triplet_loss
from model import Embedder


def train(dataset, epochs=5, batch_size=16, lr=1e-3, margin=0.3, log=print):
    torch.manual_seed(0)
    model = Embedder()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    loader = DataLoader(dataset, batch_size, shuffle=True)
    history = []
    for epoch in range(epochs):
        total = 0.0
        for patterns, labels in loader:
            loss = batch_hard_triplet_loss(model(patterns), labels, margin)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(labels)
        history.append(total / len(dataset))
        log(f"epoch {epoch} loss {history[-1]:.4f}")
    return model, history


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--copies", type=int, default=0, help="photographs that are in twice")
    args = parser.parse_args()
    train(Flukes(copies=args.copies), args.epochs)
