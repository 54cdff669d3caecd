"""Teach a matcher which of two halves belong together."""

import torch
from torch.nn.functional import margin_ranking_loss

from poolmatch import Matcher, collate


def random_pairs(count, vocabulary=1000, seed=0):
    """Left and right halves of made-up documents that share their words."""
    generator = torch.Generator().manual_seed(seed)
    pairs = []
    for _ in range(count):
        words = torch.randint(1, vocabulary, (12,), generator=generator).tolist()
        pairs.append((words[:8], words[4:]))
    return pairs


def train(pairs, epochs=5, margin=0.3):
    matcher = Matcher()
    optimizer = torch.optim.Adam(matcher.parameters(), lr=1e-2)
    left, right = (collate(side) for side in zip(*pairs))
    shifted = tuple(part.roll(1, dims=0) for part in right)
    for epoch in range(epochs):
        right_ones, wrong_ones = matcher(left, right), matcher(left, shifted)
        loss = margin_ranking_loss(right_ones, wrong_ones, torch.ones(len(pairs)), margin)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch}: {loss.item():.4f}")
    return matcher


if __name__ == "__main__":
    train(random_pairs(64))
