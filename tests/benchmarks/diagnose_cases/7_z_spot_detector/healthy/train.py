import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import numpy as np

from model import heatmap_net

SIZE = 16


def scenes(n, rng):
    """Fluorescence-like frames: small bright spots among blurred streaks and noise."""
    yy, xx = np.mgrid[0:SIZE, 0:SIZE]
    frames = rng.normal(0, 0.15, (n, SIZE, SIZE))
    centres = np.zeros((n, SIZE, SIZE))
    for k in range(n):
        for _ in range(rng.integers(2, 5)):
            r, c = rng.integers(2, SIZE - 2, 2)
            frames[k] += np.exp(-((yy - r) ** 2 + (xx - c) ** 2) / 1.6)
            centres[k, r, c] = 1
        row = rng.integers(0, SIZE)
        frames[k, row] += 0.6
    return frames[..., None].astype("float32"), centres[..., None].astype("float32")


def detection_f1(prob, truth, threshold=0.5):
    hit = prob > threshold
    tp = np.sum(hit & (truth > 0))
    precision = tp / max(hit.sum(), 1)
    recall = tp / truth.sum()
    return 2 * precision * recall / max(precision + recall, 1e-9)


class FrameReport(keras.callbacks.Callback):
    def __init__(self, frames, centres):
        super().__init__()
        self.frames, self.centres = frames, centres

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 3 == 0:
            f1 = detection_f1(self.model.predict(self.frames, verbose=0), self.centres)
            print(f"epoch {epoch + 1:2d} loss {logs['loss']:.4f} val F1 {f1:.3f}")


def main():
    keras.utils.set_random_seed(2)
    rng = np.random.default_rng(2)
    x, y = scenes(400, rng)
    xv, yv = scenes(100, rng)
    xt, yt = scenes(200, rng)

    model = heatmap_net(SIZE)
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=keras.losses.BinaryCrossentropy())
    model.fit(x, y, epochs=9, batch_size=16, verbose=0, callbacks=[FrameReport(xv, yv)])
    print(f"test F1 {detection_f1(model.predict(xt, verbose=0), yt):.3f}")


if __name__ == "__main__":
    main()
