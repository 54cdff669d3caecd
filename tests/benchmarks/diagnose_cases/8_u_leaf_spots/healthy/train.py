import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import math

import keras
import numpy as np

from data import N_CLASSES, load

EPOCHS = 9
BATCH = 32
BASE_LR = 2e-3

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

x_train, y_train = load(1500, rng)
x_test, y_test = load(400, rng)
mean, std = x_train.mean(axis=(0, 1, 2)), x_train.std(axis=(0, 1, 2))
x_train = (x_train - mean) / std
x_test = (x_test - mean) / std

model = keras.Sequential([
    keras.Input((20, 20, 3)),
    keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
    keras.layers.MaxPooling2D(),
    keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
    keras.layers.MaxPooling2D(),
    keras.layers.Flatten(),
    keras.layers.Dense(48, activation="relu"),
    keras.layers.Dense(N_CLASSES),
])

steps_per_epoch = math.ceil(len(x_train) / BATCH)
schedule = keras.optimizers.schedules.CosineDecay(BASE_LR, decay_steps=EPOCHS * steps_per_epoch)
model.compile(
    optimizer=keras.optimizers.AdamW(schedule, weight_decay=1e-4),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
print(f"{steps_per_epoch} steps per epoch, {model.count_params()} parameters")
history = model.fit(x_train, y_train, epochs=EPOCHS, batch_size=BATCH,
                    validation_data=(x_test, y_test), verbose=0)
for e, (a, v) in enumerate(zip(history.history["accuracy"], history.history["val_accuracy"]), 1):
    print(f"epoch {e}: train acc {a:.3f}  held-out acc {v:.3f}")
