from dataset import SensorSequence, simulate
import keras
from keras import layers


def make_model(timesteps, channels, n_states):
    return keras.Sequential([
        keras.Input((timesteps, channels)),
        layers.Conv1D(24, 5, padding="same", activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(32, 5, padding="same", activation="relu"),
        layers.GlobalAveragePooling1D(),
        layers.Dense(32, activation="relu"),
        layers.Dense(n_states, activation="softmax"),
    ])


if __name__ == "__main__":
    keras.utils.set_random_seed(17)
    x, y = simulate(3600, seed=17)
    x_fit, y_fit = x[:3000], y[:3000]
    x_val, y_val = x[3000:], y[3000:]

    train_seq = SensorSequence(x_fit, y_fit, batch_size=64)
    val_seq = SensorSequence(x_val, y_val, batch_size=200, augment=False)

    model = make_model(40, 3, 6)
    model.compile(optimizer=keras.optimizers.Adam(2e-3),
                  loss="sparse_categorical_crossentropy",
                  metrics=["accuracy"])
    model.fit(train_seq, epochs=12, verbose=2, validation_data=(x_val, y_val))
    loss, acc = model.evaluate(x_val, y_val, batch_size=200, verbose=0)
    print(f"{len(val_seq)} validation batches, accuracy {acc:.3f}, loss {loss:.3f}")
