# Event log classifier: did the "alarm" event come before the "reset" event?
import numpy as np
import keras
from keras import layers, ops

SEED = 19
keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

N_EVENTS = 20
SEQ_LEN = 12
DIM = 32
ALARM, RESET = 1, 2


def make_logs(n):
    x = rng.integers(3, N_EVENTS, size=(n, SEQ_LEN))
    y = np.zeros(n, dtype="int64")
    for i in range(n):
        a, b = rng.choice(SEQ_LEN, size=2, replace=False)
        x[i, a], x[i, b] = ALARM, RESET
        y[i] = int(a < b)
    return x.astype("int32"), y


def encoder_block(x, heads=2):
    att = layers.MultiHeadAttention(num_heads=heads, key_dim=DIM // heads)(x, x)
    x = layers.LayerNormalization()(x + att)
    ff = layers.Dense(2 * DIM, activation="relu")(x)
    ff = layers.Dense(DIM)(ff)
    return layers.LayerNormalization()(x + ff)


def build_transformer():
    tokens = keras.Input((SEQ_LEN,), dtype="int32", name="events")
    x = layers.Embedding(N_EVENTS, DIM)(tokens)
    x = encoder_block(x)
    x = ops.mean(x, axis=1)
    x = layers.Dense(32, activation="relu")(x)
    return keras.Model(tokens, layers.Dense(2, activation="softmax")(x))


x_train, y_train = make_logs(1200)
x_val, y_val = make_logs(500)

model = build_transformer()
model.compile(
    optimizer=keras.optimizers.AdamW(4e-3, weight_decay=1e-4, clipnorm=1.0),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(x_train, y_train, batch_size=50, epochs=9, validation_data=(x_val, y_val), verbose=2)
_, acc = model.evaluate(x_val, y_val, verbose=0)
print(f"validation accuracy: {acc:.3f}")
