import argparse

import torch
from torch import nn
from torch.nn import functional as F

from graph import make_citations, normalised_adjacency
from model import Classifier, LearnedFeatures


class FixedFeatures(nn.Module):
    def __init__(self, values):
        super().__init__()
        self.register_buffer("values", values)

    def forward(self):
        return self.values


def build(args, data):
    adjacency = normalised_adjacency(data.edges, data.papers)
    if args.features == "learned":
        features, inputs = LearnedFeatures(data.papers, args.width), args.width
    else:
        features, inputs = FixedFeatures(data.words), data.words.size(1)
    classes = int(data.fields.max()) + 1
    return features, Classifier(adjacency, inputs, classes, args.hidden, args.hops)


def run_epoch(features, model, data, optimizer):
    model.train()
    logits = model(features())
    loss = F.cross_entropy(logits[data.train], data.fields[data.train])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def accuracy(features, model, data, which):
    model.eval()
    guess = model(features()).argmax(dim=1)
    return (guess == data.fields)[which].float().mean().item()


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--features", choices=["words", "learned"], default="words")
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--hops", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)

    torch.manual_seed(args.seed)
    data = make_citations(seed=args.seed)
    features, model = build(args, data)
    weights = [*features.parameters(), *model.parameters()]
    optimizer = torch.optim.Adam(weights, lr=args.lr, weight_decay=5e-4)
    for epoch in range(args.epochs):
        loss = run_epoch(features, model, data, optimizer)
        if epoch % 10 == 0 or epoch == args.epochs - 1:
            val = accuracy(features, model, data, data.val)
            print(f"epoch {epoch:3d}  loss {loss:.3f}  val {val:.3f}")


if __name__ == "__main__":
    main()
