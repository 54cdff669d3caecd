"""Train, keep a checkpoint, and go on from it if it is there."""

import argparse
import os

from leafsort import OutlineNet, Trainer
from leafsort.leaves import leaf_loader

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--warmup", type=int, default=50)
    parser.add_argument("--checkpoint", default="leaves.pt")
    options = parser.parse_args()
    trainer = Trainer(OutlineNet(), warmup=options.warmup)
    if os.path.exists(options.checkpoint):
        trainer.resume(options.checkpoint)
    print(trainer.epoch, trainer.fit(leaf_loader(), options.epochs))
    trainer.save(options.checkpoint)
