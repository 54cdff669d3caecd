"""Lesion segmentation in synthetic scans."""
import keras
import numpy as np
from keras import layers, ops

SIZE = 24


def scan(rng):
    yy, xx = np.mgrid[:SIZE, :SIZE]
    tissue = np.zeros((SIZE, SIZE), dtype="int64")
    cy, cx = rng.uniform(9, 15, size=2)
    ry, rx = rng.uniform(6, 9, size=2)
    organ = ((yy - cy) / ry) ** 2 + ((xx - cx) / rx) ** 2 < 1
    tissue[organ] = 1
    ly, lx = cy + rng.uniform(-2, 2), cx + rng.uniform(-2, 2)
    lesion = (yy - ly) ** 2 + (xx - lx) ** 2 < rng.uniform(2.2, 4) ** 2
    tissue[lesion & organ] = 2
    level = np.array([-0.8, 0.0, 1.2])
    image = level[tissue] + rng.normal(0, 0.3, size=tissue.shape)
    return image[..., None].astype("float32"), (tissue == 2)[..., None].astype("float32")


def dataset(n, rng):
    pairs = [scan(rng) for _ in range(n)]
    return np.stack([p[0] for p in pairs]), np.stack([p[1] for p in pairs])


def segmenter():
    return keras.Sequential([
        keras.Input((SIZE, SIZE, 1)),
        layers.Conv2D(12, 5, padding="same", activation="relu"),
        layers.Conv2D(12, 3, padding="same", activation="relu"),
        layers.Conv2D(1, 1, activation="sigmoid"),
    ])


class LesionIoU(keras.metrics.Metric):
    """Intersection over union of the lesion pixels, summed over the whole epoch."""

    def __init__(self, name="iou", **kwargs):
        super().__init__(name=name, **kwargs)
        self.inter = self.add_weight(name="inter", initializer="zeros")
        self.union = self.add_weight(name="union", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        truth = ops.cast(y_true, "bool")
        found = ops.greater(y_pred, 0.5)
        self.inter.assign_add(ops.sum(ops.cast(ops.logical_and(truth, found), "float32")))
        self.union.assign_add(ops.sum(ops.cast(ops.logical_or(truth, found), "float32")))

    def result(self):
        return self.inter / (self.union + 1e-7)


class ShowProgress(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        parts = [f"{k} {v:.4f}" for k, v in logs.items()]
        print(f"[{epoch + 1:02d}] " + "  ".join(parts))


def main():
    keras.utils.set_random_seed(8)
    rng = np.random.default_rng(8)
    x, y = dataset(300, rng)
    xv, yv = dataset(90, rng)
    model = segmenter()
    model.compile(
        optimizer=keras.optimizers.Adam(4e-3),
        loss="binary_crossentropy",
        metrics=[LesionIoU()],
    )
    model.fit(x, y, validation_data=(xv, yv), batch_size=16, epochs=10, verbose=0, callbacks=[ShowProgress()])
    result = model.evaluate(xv, yv, verbose=0, return_dict=True)
    print(f"validation loss {result['loss']:.4f}, lesion IoU {result['iou']:.3f}")


if __name__ == "__main__":
    main()
