"""Remaining-useful-life estimate of pumps from vibration summaries."""
import numpy as np
import keras

SEED = 19


class StandardScaler:
    def fit(self, a):
        self.mean_, self.scale_ = a.mean(axis=0), a.std(axis=0) + 1e-8
        return self

    def transform(self, a):
        return ((a - self.mean_) / self.scale_).astype("float32")

    def fit_transform(self, a):
        return self.fit(a).transform(a)


def pump_fleet(n_pumps, age_range, rng):
    """Each row is one inspection of a pump; wear grows with age."""
    rows, rul = [], []
    for _ in range(n_pumps):
        for age in rng.uniform(*age_range, 12):
            wear = age / 100.0
            rms = 0.4 + 1.6 * wear ** 2 + rng.normal(0, 0.05)
            kurt = 3 + 4 * np.maximum(wear - 0.5, 0) + rng.normal(0, 0.2)
            temp = 45 + 22 * wear + rng.normal(0, 2)
            flow = 30 - 6 * wear + rng.normal(0, 0.6)
            rows.append([rms, kurt, temp, flow])
            rul.append(100 * (1 - wear) * (1.1 - 0.3 * wear))
    return np.array(rows), np.array(rul, "float32")[:, None]


def regressor(d):
    inputs = keras.layers.Input((d,))
    z = inputs
    for width in (48, 24):
        z = keras.layers.Dense(width, activation="swish")(z)
    return keras.Model(inputs, keras.layers.Dense(1)(z))


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    X, y = pump_fleet(180, (0, 100), rng)
    X_val, y_val = pump_fleet(30, (0, 100), rng)
    X_new, y_new = pump_fleet(40, (55, 100), rng)      # the plant's older units

    scaler = StandardScaler()
    X = scaler.fit_transform(X)
    X_val = scaler.transform(X_val)
    X_new = scaler.fit_transform(X_new)

    model = regressor(X.shape[1])
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=keras.losses.Huber(delta=5.0), metrics=["mae"])
    model.fit(X, y, validation_data=(X_val, y_val), epochs=12, batch_size=64, verbose=2,
              callbacks=[keras.callbacks.ReduceLROnPlateau(patience=3, factor=0.5)])
    _, mae = model.evaluate(X_new, y_new, verbose=0)
    print(f"older units: MAE {mae:.2f} hours (spread of target {y_new.std():.2f})")


if __name__ == "__main__":
    main()
