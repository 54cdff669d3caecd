"""Tiny U-Net that segments bright cells on a noisy background."""
import numpy as np
import keras
from keras import layers

from unet import build_unet

keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)
H = W = 24


def make_images(n):
    yy, xx = np.mgrid[0:H, 0:W]
    imgs = rng.normal(0.2, 0.15, (n, H, W, 1))
    masks = np.zeros((n, H, W, 1))
    for i in range(n):
        for _ in range(rng.integers(1, 4)):
            cy, cx, r = rng.uniform(3, H - 3), rng.uniform(3, W - 3), rng.uniform(2, 5)
            masks[i, ..., 0][(yy - cy) ** 2 + (xx - cx) ** 2 < r * r] = 1
    imgs += 0.6 * masks
    return imgs.astype("float32"), masks.astype("float32")


def iou(a, b):
    return (a & b).sum() / max((a | b).sum(), 1)


train_x, train_y = make_images(300)
val_x, val_y = make_images(60)

model = build_unet((H, W, 1))
model.compile(
    optimizer=keras.optimizers.Adam(4e-3),
    loss="binary_crossentropy",
    metrics=["binary_accuracy"],
)
model.fit(train_x, train_y, batch_size=12, epochs=5, validation_data=(val_x, val_y), verbose=2)

pred = model.predict(val_x, verbose=0) > 0.5
print(f"foreground {val_y.mean():.3f} predicted {pred.mean():.3f} IoU {iou(pred, val_y > 0.5):.3f}")
