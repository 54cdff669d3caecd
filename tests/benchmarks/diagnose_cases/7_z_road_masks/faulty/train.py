import os
os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers

SIZE = 12


def tiles(n, rng):
    yy, xx = np.mgrid[0:SIZE, 0:SIZE]
    images = np.empty((n, SIZE, SIZE, 3), "float32")
    masks = np.empty((n, SIZE, SIZE, 1), "float32")
    for i in range(n):
        a, b = rng.uniform(-1, 1), rng.uniform(3, 9)
        bend = rng.uniform(-2.5, 2.5)
        centre = b + a * (xx - SIZE / 2) + bend * np.sin(xx / 5)
        road = np.abs(yy - centre) < rng.uniform(1.5, 2.5)
        field = rng.uniform([0.2, 0.4, 0.1], [0.4, 0.6, 0.3])
        images[i] = np.where(road[..., None], rng.uniform(0.35, 0.6), field)
        masks[i, ..., 0] = road
    return images + rng.normal(0, 0.08, images.shape).astype("float32"), masks


def conv(x, filters):
    return layers.Conv2D(filters, 3, padding="same", activation="relu")(x)


def unet():
    inp = keras.Input((SIZE, SIZE, 3))
    a = conv(inp, 8)
    b = conv(layers.MaxPooling2D()(a), 16)
    u = layers.Conv2DTranspose(8, 2, strides=2)(b)
    u = layers.Concatenate()([u, a])
    u = conv(u, 8)
    return keras.Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(u))


def run(seed: int = 33, epochs: int = 8):
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    x, y = tiles(180, rng)
    xt, yt = tiles(60, rng)
    model = unet()
    model.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss="binary_crossentropy",
        metrics=[keras.metrics.MeanIoU(num_classes=2, name="iou")],
    )
    model.fit(x, y, validation_split=0.15, epochs=epochs, batch_size=8, verbose=2)
    result = model.evaluate(xt, yt, verbose=0, return_dict=True)
    print(f"test loss {result['loss']:.4f}   mean IoU {result['iou']:.3f}")


run()
