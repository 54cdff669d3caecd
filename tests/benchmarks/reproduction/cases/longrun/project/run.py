import argparse

from trainer import Trainer


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--checkpoint", default="last.pt")
    parser.add_argument("--resume", action="store_true")
    args = parser.parse_args(argv)

    trainer = Trainer(lr=args.lr)
    if args.resume:
        trainer.resume(args.checkpoint)
    trainer.train_until(args.epochs)
    trainer.save(args.checkpoint)
    return trainer


if __name__ == "__main__":
    main()
