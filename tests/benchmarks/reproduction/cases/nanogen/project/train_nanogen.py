import torch
from torch.nn.functional import cross_entropy

from nanogen import NanoGen


def batches(count, batch=16, length=32, vocabulary=64, seed=0):
    generator = torch.Generator().manual_seed(seed)
    for _ in range(count):
        yield torch.randint(0, vocabulary, (batch, length + 1), generator=generator)


def train(steps=200, lr=3e-3):
    torch.manual_seed(0)
    model = NanoGen()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    for step, tokens in enumerate(batches(steps)):
        loss = cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step} loss {loss.item():.3f}")
    return model


if __name__ == "__main__":
    train()
