"""Dose response with uncertainty: repeated stochastic forward passes."""
import keras
import numpy as np
from keras import layers, ops


def experiment(n, rng):
    dose = rng.uniform(-3, 3, size=(n, 1))
    response = np.sin(1.5 * dose) + 0.3 * dose + rng.normal(0, 0.1, size=(n, 1))
    return dose.astype("float32"), response.astype("float32")


def build():
    return keras.Sequential([
        keras.Input((1,)),
        layers.Dense(128, activation="relu"),
        layers.Dropout(0.05),
        layers.Dense(128, activation="relu"),
        layers.Dropout(0.05),
        layers.Dense(1),
    ])


def sample_predictions(model, x, passes=60):
    draws = [ops.convert_to_numpy(model(x, training=True)) for _ in range(passes)]
    draws = np.stack(draws)
    return draws.mean(axis=0), draws.std(axis=0)


def main():
    keras.utils.set_random_seed(14)
    rng = np.random.default_rng(14)
    x, y = experiment(1500, rng)
    x_test, y_test = experiment(300, rng)
    model = build()
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
    model.fit(x, y, batch_size=64, epochs=25, verbose=2)

    mean, std = sample_predictions(model, x_test)
    total = np.sqrt(std ** 2 + 0.1 ** 2)
    r2 = 1 - ((mean - y_test) ** 2).sum() / ((y_test - y_test.mean()) ** 2).sum()
    inside = (np.abs(mean - y_test) < 2 * total).mean()
    far = np.linspace(5, 7, 50, dtype="float32")[:, None]
    _, std_far = sample_predictions(model, far)
    print(f"R2 {r2:.3f}   inside two sigma {inside:.3f}")
    print(f"model sigma: tested doses {std.mean():.3f}, far outside {std_far.mean():.3f}")


if __name__ == "__main__":
    main()
