"""python train.py --config configs/small.json"""

import argparse
import json
import os
from pathlib import Path

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np

from shelfrank.data import make_purchases
from shelfrank.losses import InBatchLoss
from shelfrank.towers import TwoTowers

DEFAULTS = {"customers": 60, "products": 30, "width": 16, "batch_size": 32, "epochs": 3, "lr": 0.01}


def build(config):
    model = TwoTowers(config["customers"], config["products"], config["width"])
    model.compile(
        optimizer=keras.optimizers.Adam(config["lr"]), loss=InBatchLoss(config["batch_size"])
    )
    return model


def train(config, purchases):
    model = build(config)
    model.fit(
        purchases,
        np.zeros(len(purchases), "float32"),
        batch_size=config["batch_size"],
        epochs=config["epochs"],
        verbose=2,
    )
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=Path)
    parser.add_argument("--rows", type=int, default=512)
    arguments = parser.parse_args()
    config = dict(DEFAULTS)
    if arguments.config:
        config |= json.loads(arguments.config.read_text())
    train(config, make_purchases(arguments.rows, config["customers"], config["products"]))
