import keras
import numpy as np
from keras import layers

from data import BoxSequence, render

SIZE = 20


def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", activation="relu")(x)
    return layers.MaxPooling2D()(x)


def build_detector():
    image = keras.Input((SIZE, SIZE, 1))
    x = conv_block(image, 16)
    x = conv_block(x, 32)
    x = layers.Flatten()(x)
    x = layers.Dense(64, activation="relu")(x)
    return keras.Model(image, layers.Dense(4, activation="sigmoid", name="box")(x))


def iou(a, b):
    ax0, ay0 = a[:, 0] - a[:, 2] / 2, a[:, 1] - a[:, 3] / 2
    ax1, ay1 = a[:, 0] + a[:, 2] / 2, a[:, 1] + a[:, 3] / 2
    bx0, by0 = b[:, 0] - b[:, 2] / 2, b[:, 1] - b[:, 3] / 2
    bx1, by1 = b[:, 0] + b[:, 2] / 2, b[:, 1] + b[:, 3] / 2
    iw = np.clip(np.minimum(ax1, bx1) - np.maximum(ax0, bx0), 0, None)
    ih = np.clip(np.minimum(ay1, by1) - np.maximum(ay0, by0), 0, None)
    inter = iw * ih
    return inter / (a[:, 2] * a[:, 3] + b[:, 2] * b[:, 3] - inter)


def main():
    seed = 4
    keras.utils.set_random_seed(seed)
    rng = np.random.default_rng(seed)
    train = BoxSequence(*render(1500, SIZE, rng), batch_size=32, seed=seed)
    test_images, test_boxes = render(300, SIZE, rng)
    test = BoxSequence(test_images, test_boxes, batch_size=100, shuffle=False)

    detector = build_detector()
    detector.compile(optimizer=keras.optimizers.Adam(1e-3), loss=keras.losses.Huber(delta=0.2))
    detector.fit(train, validation_data=test, epochs=11, verbose=2)

    overlap = iou(detector.predict(test_images, verbose=0), test_boxes)
    print(f"mean IoU {overlap.mean():.3f}   IoU>0.5: {(overlap > 0.5).mean():.3f}")


if __name__ == "__main__":
    main()
