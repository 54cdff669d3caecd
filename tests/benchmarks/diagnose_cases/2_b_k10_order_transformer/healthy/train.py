import numpy as np
import keras
from keras import layers, ops

from blocks import TransformerBlock, TokenEmbedding, TokenAndPositionEmbedding

keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)

MAXLEN, VOCAB, DIM = 14, 40, 32
BUY, SELL = 1, 2

# an order book message: the side that is mentioned first decides
n = 3600
tokens = rng.integers(3, VOCAB, (n, MAXLEN))
first, second = np.sort(np.array([rng.choice(MAXLEN, 2, replace=False) for _ in range(n)]), axis=1).T
label = rng.integers(0, 2, n)
rows = np.arange(n)
tokens[rows, first] = np.where(label == 1, BUY, SELL)
tokens[rows, second] = np.where(label == 1, SELL, BUY)
x_train, y_train, x_val, y_val = tokens[:3000], label[:3000], tokens[3000:], label[3000:]

inputs = keras.Input(shape=(MAXLEN,), dtype="int32")
x = TokenAndPositionEmbedding(MAXLEN, VOCAB, DIM)(inputs)
x = TransformerBlock(DIM, num_heads=2, ff_dim=64)(x)
x = TransformerBlock(DIM, num_heads=2, ff_dim=64)(x)
x = layers.GlobalAveragePooling1D()(x)
x = layers.Dense(20, activation="relu")(x)
outputs = layers.Dense(2, activation="softmax")(x)

model = keras.Model(inputs=inputs, outputs=outputs)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, batch_size=64, epochs=6, validation_data=(x_val, y_val), verbose=2)
print("val loss, accuracy:", model.evaluate(x_val, y_val, verbose=0))
