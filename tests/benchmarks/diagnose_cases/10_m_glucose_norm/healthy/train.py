"""Half-hour-ahead glucose forecast from a 2 h window of CGM readings (functional keras)."""
import numpy as np
import keras

keras.utils.set_random_seed(17)
rng = np.random.RandomState(17)

WINDOW, HORIZON = 24, 6


def simulate_patient(days=3):
    n = days * 288
    g = np.zeros(n)
    base = rng.uniform(90, 170)
    g[0], meal = base, 0.0
    for i in range(1, n):
        if rng.rand() < 0.012:
            meal += rng.uniform(2, 7)
        meal *= 0.9
        # strong homeostatic pull: the higher the level the faster it falls
        g[i] = g[i - 1] + meal - 0.05 * (g[i - 1] - 120) + rng.normal(0, 0.8)
    return g


def windows(series, step):
    xs, ys = [], []
    for s in series:
        for i in range(0, len(s) - WINDOW - HORIZON, step):
            xs.append(s[i:i + WINDOW])
            ys.append(s[i + WINDOW + HORIZON - 1])
    return np.array(xs, "float32"), np.array(ys, "float32")[:, None]


def scale(v):
    return (v - 130.0) / 40.0


def forecaster():
    inp = keras.Input((WINDOW,))
    x = keras.layers.Reshape((WINDOW, 1))(inp)
    x = keras.layers.Conv1D(16, 5, activation="relu")(x)
    x = keras.layers.Conv1D(16, 5, activation="relu")(x)
    x = keras.layers.Flatten()(x)
    x = keras.layers.Dense(32, activation="relu")(x)
    return keras.Model(inp, keras.layers.Dense(1)(x))


train_p = [simulate_patient() for _ in range(12)]
val_p = [simulate_patient() for _ in range(3)]
test_p = [simulate_patient() for _ in range(4)]
xtr, ytr = windows(train_p, 3)
xva, yva = windows(val_p, 6)
xte, yte = windows(test_p, 6)
print("windows", len(xtr), len(xva), len(xte))

net = forecaster()
net.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
net.fit(scale(xtr), scale(ytr), batch_size=64, epochs=7,
        validation_data=(scale(xva), scale(yva)), verbose=2)

pred = net.predict(scale(xte), verbose=0) * 40.0 + 130.0
rmse = float(np.sqrt(np.mean((pred - yte) ** 2)))
naive = float(np.sqrt(np.mean((xte[:, -1:] - yte) ** 2)))
print(f"test RMSE {rmse:.2f} mg/dL   (last value: {naive:.2f}, spread: {yte.std():.2f})")
