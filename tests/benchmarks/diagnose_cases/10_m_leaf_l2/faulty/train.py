import os
os.environ["KERAS_BACKEND"] = "torch"
import json
import numpy as np
import keras
from keras import layers, regularizers

CFG = json.loads("""
{
  "seed": 14,
  "filters": [12, 24],
  "weight_decay": 0.5,
  "learning_rate": 0.002,
  "batch_size": 32,
  "epochs": 9
}
""")


def leaf(rng, species):
    """12x12 leaf mask in two colour bands; species differ by elongation and vein direction."""
    yy, xx = (np.mgrid[:12, :12] - 5.5) / 6.0
    ang = rng.uniform(-0.4, 0.4)
    u, v = xx * np.cos(ang) + yy * np.sin(ang), -xx * np.sin(ang) + yy * np.cos(ang)
    a, b = [(0.9, 0.4), (0.4, 0.9), (0.7, 0.7)][species % 3]
    mask = ((u / a) ** 2 + (v / b) ** 2 < 1).astype(float)
    vein = np.abs(u - v) < 0.15 if species >= 3 else np.abs(u + v) < 0.15
    img = np.stack([mask, mask * vein], -1)
    return img + rng.normal(0, 0.35, img.shape)


def get(n, rng):
    y = rng.integers(0, 6, n)
    return np.stack([leaf(rng, k) for k in y]).astype("float32"), y


def make_net(cfg):
    reg = regularizers.L2(cfg["weight_decay"])
    net = keras.Sequential([layers.Input((12, 12, 2))])
    for f in cfg["filters"]:
        net.add(layers.Conv2D(f, 3, activation="relu", padding="same", kernel_regularizer=reg))
        net.add(layers.MaxPool2D())
    net.add(layers.Flatten())
    net.add(layers.Dense(48, activation="relu", kernel_regularizer=reg))
    net.add(layers.Dense(6, activation="softmax", kernel_regularizer=reg))
    net.compile(optimizer=keras.optimizers.Adam(cfg["learning_rate"]),
                loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return net


keras.utils.set_random_seed(CFG["seed"])
rng = np.random.default_rng(CFG["seed"])
train, dev, test = get(1200, rng), get(240, rng), get(480, rng)
net = make_net(CFG)
log = net.fit(*train, validation_data=dev, batch_size=CFG["batch_size"], epochs=CFG["epochs"], verbose=0)
for i in range(CFG["epochs"]):
    print(i, {k: round(v[i], 3) for k, v in log.history.items()})
print("test", net.evaluate(*test, verbose=0, return_dict=True)["accuracy"])
