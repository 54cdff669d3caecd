import numpy as np
import keras
from keras import layers

from textures import patches

keras.utils.set_random_seed(4)


def make_backbone():
    inp = keras.Input((16, 16, 1))
    h = layers.Conv2D(12, 5, activation="relu", name="c1")(inp)
    h = layers.MaxPooling2D(name="p1")(h)
    h = layers.Conv2D(24, 3, activation="relu", name="c2")(h)
    h = layers.GlobalAveragePooling2D(name="gap")(h)
    return keras.Model(inp, h, name="backbone")


# ---- stage 1: pretrain the backbone on the large source set
xs, ys = patches(1500, angles=np.linspace(0, np.pi, 6, endpoint=False), seed=1)
backbone = make_backbone()
source = keras.Sequential([backbone, layers.Dense(6, activation="softmax")])
source.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(xs, ys, epochs=5, batch_size=32, verbose=2)

# ---- stage 2: a new head on the small target set
xt, yt = patches(700, angles=np.linspace(0.2, np.pi + 0.2, 4, endpoint=False), seed=2)
x_train, y_train, x_test, y_test = xt[:300], yt[:300], xt[300:], yt[300:]

inp = keras.Input((16, 16, 1))
h = backbone(inp, training=False)
h = layers.Dense(32, activation="relu", name="head_hidden")(h)
out = layers.Dense(4, activation="softmax", name="head_out")(h)
model = keras.Model(inp, out)

for layer in backbone.layers:
    layer.trainable = False

model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(x_train, y_train, epochs=15, batch_size=20, validation_data=(x_test, y_test), verbose=2)
print("target test accuracy: %.3f" % model.evaluate(x_test, y_test, verbose=0)[1])
