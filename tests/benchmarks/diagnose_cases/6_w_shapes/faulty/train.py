import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)

CLASSES = ["square", "disc", "triangle"]
SIZE = 20


def render(label):
    img = np.full((SIZE, SIZE, 3), rng.uniform(0, 0.3), dtype="float32")
    colour = rng.uniform(0.5, 1.0, size=3)
    r = int(rng.integers(4, 7))
    cy, cx = rng.integers(r + 1, SIZE - r - 1, size=2)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if label == 0:
        mask = (np.abs(yy - cy) <= r) & (np.abs(xx - cx) <= r)
    elif label == 1:
        mask = (yy - cy) ** 2 + (xx - cx) ** 2 <= r ** 2
    else:
        mask = (yy <= cy + r) & (yy >= cy - r) & (np.abs(xx - cx) <= (yy - cy + r) / 2)
    img[mask] = colour
    return img + rng.normal(0, 0.05, size=img.shape)


labels = rng.integers(0, len(CLASSES), size=1500)
images = np.stack([render(l) for l in labels]).astype("float32")
x_train, y_train = images[:1200], labels[:1200]
x_test, y_test = images[1200:], labels[1200:]

model = keras.Sequential(
    [
        keras.Input((SIZE, SIZE, 3)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Dense(48, activation="relu"),
        layers.Dense(len(CLASSES), activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, epochs=10, batch_size=32, validation_split=0.1, verbose=2)
print("test accuracy: %.3f" % model.evaluate(x_test, y_test, verbose=0)[1])
