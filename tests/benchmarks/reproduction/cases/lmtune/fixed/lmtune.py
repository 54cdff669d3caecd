"""Fine-tunes a bag-of-words scorer. See --help."""

import argparse

import torch
from torch import nn

from words import encode, read_examples


def get_parser():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--weight-decay", type=float, default=0.0)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    return parser


def split_parameters(model):
    """Biases and embeddings are not decayed."""
    decayed, others = [], []
    for name, parameter in model.named_parameters():
        (decayed if parameter.ndim > 1 and "embedding" not in name else others).append(parameter)
    return decayed, others


def make_optimizer(model, lr, weight_decay):
    decayed, others = split_parameters(model)
    groups = [
        {"params": decayed, "weight_decay": weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=lr)


class Scorer(nn.Module):
    def __init__(self, vocabulary=512, width=16):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocabulary, width)
        self.hidden = nn.Linear(width, width)
        self.out = nn.Linear(width, 1)

    def forward(self, words, offsets):
        return self.out(self.hidden(self.embedding(words, offsets)).relu()).squeeze(-1)


def main(argv=None):
    args = get_parser().parse_args(argv)
    torch.manual_seed(args.seed)
    model = Scorer()
    optimizer = make_optimizer(model, args.lr, args.weight_decay)
    texts, scores = read_examples()
    for epoch in range(args.epochs):
        for start in range(0, len(texts), args.batch_size):
            words, offsets = encode(texts[start : start + args.batch_size])
            wanted = torch.tensor(scores[start : start + args.batch_size])
            loss = nn.functional.mse_loss(model(words, offsets), wanted)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch} loss {loss.item():.5f}")
    return model


if __name__ == "__main__":
    main()
