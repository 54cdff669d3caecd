import argparse

import torch

from riverresume import Trainer
from riverresume.gauges import make_loader, make_model


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--folder", default="checkpoints")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    trainer = Trainer(make_model(), args.folder)
    if args.resume:
        trainer.resume()
    for entry in trainer.fit(make_loader(), args.epochs):
        print(f"epoch {entry['epoch']} loss {entry['loss']:.5f}")
    return trainer


if __name__ == "__main__":
    main()
