import argparse

from seaice.data import loaders
from seaice.loop import Loop
from seaice.module import IceModule

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=32)
    options = parser.parse_args()
    train, val = loaders(options.batch_size)
    for log in Loop(options.epochs).fit(IceModule(), train, val):
        print(log)
