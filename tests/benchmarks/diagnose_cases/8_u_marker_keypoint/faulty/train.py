import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy as np
from keras import layers

from dataset import SIZE, MarkerSequence, draw

SEED = 14
keras.utils.set_random_seed(14)
rng = np.random.default_rng(14)
train_img, train_pts = draw(1200, rng)
test_img, test_pts = draw(300, rng)

train_seq = MarkerSequence(train_img, train_pts, 32, augment=True, seed=SEED)
test_seq = MarkerSequence(test_img, test_pts, 64)

inputs = keras.Input((SIZE, SIZE, 1))
x = layers.Conv2D(12, 3, strides=2, padding="same", activation="relu")(inputs)
x = layers.Conv2D(24, 3, strides=2, padding="same", activation="relu")(x)
x = layers.Flatten()(x)
x = layers.Dense(64, activation="relu")(x)
outputs = layers.Dense(2, activation="sigmoid")(x)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
model.fit(train_seq, validation_data=test_seq, epochs=12, verbose=2)

pred = model.predict(test_img, verbose=0)
err = np.abs(pred - test_pts).mean(0) * (SIZE - 1)
print(f"mean error in pixels: x {err[0]:.2f}  y {err[1]:.2f}")
