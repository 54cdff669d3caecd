import argparse

import torch

from eyegrade import Accuracy, GradeNet, QuadraticKappa
from eyegrade.images import fundus


@torch.no_grad()
def evaluate(model, images, target, batch_size=32):
    model.eval()
    metrics = {"accuracy": Accuracy(), "kappa": QuadraticKappa(model.grades)}
    for x, y in zip(images.split(batch_size), target.split(batch_size)):
        predicted = model.grade(model(x))
        for metric in metrics.values():
            metric.update(predicted, y)
    return {name: metric.compute() for name, metric in metrics.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lr", type=float, default=0.01)
    args = parser.parse_args()
    torch.manual_seed(0)
    images, target = fundus(256, seed=0)
    held = fundus(128, seed=1)
    model = GradeNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        model.train()
        for batch in torch.randperm(len(images)).split(32):
            loss = model.loss(model(images[batch]), target[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        scores = evaluate(model, *held)
        print(epoch, f"{loss.item():.3f}", {k: round(v, 4) for k, v in scores.items()})


if __name__ == "__main__":
    main()
