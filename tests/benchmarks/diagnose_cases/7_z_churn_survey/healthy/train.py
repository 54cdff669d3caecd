import os
os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(23)
rng = np.random.default_rng(23)

# survey answers (standardised) and whether the customer left; phone interviews, so some labels are wrong
N_QUESTIONS = 30
weights = np.where(np.arange(N_QUESTIONS) < 10, rng.choice([-1.0, 1.0], N_QUESTIONS), 0.0)


def interviews(n, wrong):
    answers = rng.normal(size=(n, N_QUESTIONS)).astype("float32")
    left = (answers @ weights + 0.3 * answers[:, 0] * answers[:, 1] > 0).astype("float32")
    flip = rng.random(n) < wrong
    return answers, np.where(flip, 1 - left, left)


x, y = interviews(900, wrong=0.2)
x_new, y_new = interviews(1000, wrong=0.0)

model = keras.Sequential(
    [
        keras.Input((N_QUESTIONS,)),
        layers.Dense(256, activation="relu"),
        layers.Dense(256, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(7e-4), loss="binary_crossentropy", metrics=["accuracy"])
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(x, y, epochs=50, batch_size=32, validation_split=0.2, callbacks=[stop], verbose=2)

loss, acc = model.evaluate(x, y, verbose=0)
print(f"survey customers: loss {loss:.3f}, accuracy {acc:.3f}")
loss, acc = model.evaluate(x_new, y_new, verbose=0)
print(f"next quarter's customers: loss {loss:.3f}, accuracy {acc:.3f}")
