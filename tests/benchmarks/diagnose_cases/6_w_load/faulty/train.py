import keras
import numpy as np

from model import LoadForecaster

WINDOW, HORIZON = 48, 6


def simulate(hours, rng):
    t = np.arange(hours)
    daily = np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(4 * np.pi * t / 24 + 1)
    weekly = 0.4 * np.sin(2 * np.pi * t / 168)
    drift = np.zeros(hours)
    for i in range(1, hours):
        drift[i] = 0.95 * drift[i - 1] + rng.normal(0, 0.08)
    return 50 + 12 * (daily + weekly + drift) + rng.normal(0, 1, hours)


def windows(series):
    x = np.lib.stride_tricks.sliding_window_view(series, WINDOW + HORIZON)
    return x[:, :WINDOW, None].astype("float32"), x[:, WINDOW:].astype("float32")


def main():
    keras.utils.set_random_seed(31)
    rng = np.random.default_rng(31)
    load = simulate(3000, rng)
    split = 2500
    mean, std = load[:split].mean(), load[:split].std()
    scaled = (load - mean) / std
    x_train, y_train = windows(scaled[:split])
    x_test, y_test = windows(scaled[split:])

    model = LoadForecaster(HORIZON)
    model.compile(optimizer=keras.optimizers.SGD(0.02), loss="mse")
    model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=32, epochs=8, verbose=2)

    pred = model.predict(x_test, verbose=0)
    mae = np.abs(pred - y_test).mean() * std
    naive = np.abs(x_test[:, -1] - y_test).mean() * std
    print(f"MAE {mae:.2f} MW   (last value carried forward: {naive:.2f} MW)")


if __name__ == "__main__":
    main()
