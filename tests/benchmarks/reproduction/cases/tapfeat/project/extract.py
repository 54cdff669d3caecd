"""python extract.py --images 64: features of random images, as a check of the installation."""

import argparse

import torch

from tapfeat import Backbone, Extractor


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", type=int, default=64)
    parser.add_argument("--batch-size", type=int, default=16)
    options = parser.parse_args()
    extractor = Extractor(Backbone(), pool=True)
    images = torch.rand(options.images, 3, 64, 64)
    for batch in images.split(options.batch_size):
        print({name: tuple(value.shape) for name, value in extractor.extract(batch).items()})


if __name__ == "__main__":
    main()
