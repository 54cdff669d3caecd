import keras
from keras import layers

from data import SEQ_LEN, TOPICS, VOCAB, TicketSequence, make_tickets

keras.utils.set_random_seed(11)


def build_model():
    tokens = keras.Input((SEQ_LEN,), dtype="int32")
    h = layers.Embedding(VOCAB, 32)(tokens)
    avg = layers.GlobalAveragePooling1D()(h)
    mx = layers.GlobalMaxPooling1D()(h)
    h = layers.Concatenate()([avg, mx])
    h = layers.Dropout(0.2)(h)
    h = layers.Dense(32, activation="relu")(h)
    out = layers.Dense(TOPICS, activation="softmax")(h)
    return keras.Model(tokens, out, name="ticket_router")


x_train, y_train = make_tickets(3000, seed=1)
x_val, y_val = make_tickets(800, seed=2)

train_seq = TicketSequence(x_train, y_train, batch_size=64, seed=3)

model = build_model()
model.compile(
    optimizer=keras.optimizers.Adam(4e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_seq, validation_data=(x_val, y_val), epochs=7, verbose=2)

loss, acc = model.evaluate(x_val, y_val, verbose=0)
print(f"validation loss {loss:.3f}  accuracy {acc:.3f}")
