import os
os.environ.setdefault("KERAS_BACKEND", "torch")

import numpy as np
import keras
from keras import layers

SEED = 14
GASES = ["ethanol", "ammonia", "acetone", "toluene", "methane"]
N_SENSORS = 16


def record_campaign(rng, profiles, per_gas):
    """One measuring day per gas."""
    rows, gas = [], []
    for k in range(len(GASES)):
        concentration = rng.uniform(0.4, 1.6, (per_gas, 1))
        response = concentration ** profiles[k, 0] * profiles[k, 1:]
        rows.append(response + rng.normal(0, 0.25, response.shape))
        gas.append(np.full(per_gas, k))
    return np.concatenate(rows).astype("float32"), np.concatenate(gas).astype("int32")


def build(normalizer):
    return keras.Sequential(
        [
            keras.Input((N_SENSORS,)),
            normalizer,
            layers.Dense(64, activation="relu"),
            layers.Dropout(0.1),
            layers.Dense(32, activation="relu"),
            layers.Dense(len(GASES), activation="softmax"),
        ]
    )


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    profiles = np.abs(rng.normal(1.0, 0.45, (len(GASES), N_SENSORS + 1)))

    x_train, y_train = record_campaign(rng, profiles, per_gas=300)
    x_test, y_test = record_campaign(rng, profiles, per_gas=80)
    order = rng.permutation(len(x_train))
    x_train, y_train = x_train[order], y_train[order]

    normalizer = layers.Normalization()
    normalizer.adapt(x_train)
    model = build(normalizer)
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(
        x_train,
        y_train,
        epochs=14,
        batch_size=32,
        validation_split=0.3,
        verbose=2,
    )

    probs = model.predict(x_test, verbose=0)
    hit = probs.argmax(1) == y_test
    for k, name in enumerate(GASES):
        print(f"{name:10s} recall {hit[y_test == k].mean():.2f}")
    print(f"test accuracy {hit.mean():.3f}")


if __name__ == "__main__":
    main()
