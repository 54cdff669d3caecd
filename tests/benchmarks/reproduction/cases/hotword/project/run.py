"""python run.py --epochs 8 [--resume hotword.pt]"""

import argparse
from pathlib import Path

import torch

from hotword import KeywordNet, Trainer
from hotword.data import loaders


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, default=Path("hotword.pt"))
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    train, held_out = loaders()
    trainer = Trainer(KeywordNet(), lr=args.lr)
    if args.resume:
        trainer.load_checkpoint(args.resume)
    trainer.fit(train, args.epochs)
    print(f"accuracy {trainer.accuracy(held_out):.3f}")
    trainer.save_checkpoint(args.out)


if __name__ == "__main__":
    main()
