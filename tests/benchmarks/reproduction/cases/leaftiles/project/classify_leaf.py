"""Classify one scan: python classify_leaf.py settings.json scan.pt"""

import json
import sys

sys.path.insert(0, "src")

import torch
from leaftiles.classifier import TileClassifier, vote
from leaftiles.scan import cut_scan, normalised
from leaftiles.settings import TileSettings


def main(settings_file, scan_file):
    with open(settings_file) as file:
        settings = TileSettings.from_dict(json.load(file))
    model = TileClassifier(settings)
    tiles = cut_scan(normalised(torch.load(scan_file)), settings.tile_size)
    print(f"{len(tiles)} tiles, disease {vote(model, tiles)}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
