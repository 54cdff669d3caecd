import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(42)


def two_spirals(n, noise=0.08, seed=0):
    r = np.random.default_rng(seed)
    theta = np.sqrt(r.random(n)) * 2.2 * np.pi
    lab = r.integers(0, 2, n)
    rad = theta / (2.2 * np.pi) * 2
    ang = theta + np.pi * lab
    pts = np.stack([rad * np.cos(ang), rad * np.sin(ang)], axis=1)
    return (pts + r.normal(0, noise, pts.shape)).astype("float32"), lab.astype("float32")


def res_block(x, width):
    """x + f(x) with two dense layers"""
    h = layers.Dense(width, activation="relu")(x)
    h = layers.Dense(width)(h)
    return layers.Add()([x, h])


def make_model(width=32, depth=3):
    inputs = keras.Input(shape=(2,))
    x = layers.Dense(width)(inputs)
    for _ in range(depth):
        x = res_block(x, width)
    outputs = layers.Dense(1, activation="sigmoid")(x)
    return keras.Model(inputs, outputs)


x_train, y_train = two_spirals(1500, seed=1)
x_test, y_test = two_spirals(500, seed=2)

model = make_model()
model.summary()
model.compile(loss="binary_crossentropy",
              optimizer=keras.optimizers.Adam(learning_rate=5e-3),
              metrics=["accuracy"])
model.fit(x_train, y_train, epochs=20, batch_size=50,
          validation_data=(x_test, y_test), verbose=2)
score = model.evaluate(x_test, y_test, verbose=0)
print("Test loss: %.4f  Test accuracy: %.4f" % (score[0], score[1]))
