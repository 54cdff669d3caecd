import torch
from torch import nn

from smallfit.data import loaders
from smallfit.engine import evaluate, train_epoch
from smallfit.options import parse


def main(argv=None):
    options = parse(argv)
    torch.manual_seed(0)
    train, validation = loaders(options.samples, options.batch_size, options.val_share)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=options.lr)
    for epoch in range(options.epochs):
        train_epoch(model, train, optimizer)
        loss, accuracy = evaluate(model, validation)
        print(f"epoch {epoch}: loss {loss:.4f} accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
