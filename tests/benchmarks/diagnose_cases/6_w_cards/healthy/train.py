"""Card fraud scoring with a small network."""
import keras
import numpy as np
from keras import layers

SEED = 23


def transactions(n, rng, hot):
    """amount, hour, distance, merchant one-hot (8), velocity features (4)"""
    merchant = rng.integers(0, 8, size=n)
    base = rng.normal(size=(n, 7))
    risk = 1.6 * base[:, 0] * base[:, 2] + 1.2 * np.abs(base[:, 1]) * hot[merchant] + base[:, 3] * base[:, 4]
    p = 1 / (1 + np.exp(-(2.5 * risk - 5.5)))
    y = (rng.random(n) < p).astype("float32")
    x = np.concatenate([base, np.eye(8)[merchant]], axis=1)
    return x.astype("float32"), y


keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)
hot = rng.normal(size=8)
x_train, y_train = transactions(5000, rng, hot)
x_val, y_val = transactions(1500, rng, hot)
x_test, y_test = transactions(1500, rng, hot)
share = y_train.mean()
print(f"fraud share {share:.3f}")

inputs = keras.Input((x_train.shape[1],))
h = layers.Dense(64, activation="relu")(inputs)
h = layers.Dense(32, activation="relu")(h)
outputs = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inputs, outputs, name="fraud_score")

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.AUC(name="auc")],
)
callbacks = [
    keras.callbacks.EarlyStopping(
        monitor="val_auc", mode="max", patience=4, restore_best_weights=True, verbose=1
    ),
    keras.callbacks.TerminateOnNaN(),
]
model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    batch_size=256,
    epochs=20,
    class_weight={0: 1.0, 1: float((1 - share) / share)},
    callbacks=callbacks,
    verbose=2,
)
print(f"test AUC {model.evaluate(x_test, y_test, verbose=0, return_dict=True)['auc']:.3f}")
