"""Topic classification of the Reuters newswires with a bag of words."""

import numpy as np
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

VOCABULARY = 10_000
TOPICS = 46


def multi_hot(documents):
    result = np.zeros((len(documents), VOCABULARY), dtype="float32")
    for i, document in enumerate(documents):
        for word in document:
            if word < VOCABULARY:
                result[i, word] = 1.0
    return result


def get_data():
    (docs, topics), (test_docs, test_topics) = keras.datasets.reuters.load_data(
        num_words=None, test_split=0.2, seed=42
    )
    x, x_test = multi_hot(docs), multi_hot(test_docs)
    y = keras.utils.to_categorical(topics, TOPICS)
    y_test = keras.utils.to_categorical(test_topics, TOPICS)
    x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.2, random_state=42)
    return x_train, y_train, x_val, y_val, x_test, y_test


def get_model():
    inputs = keras.Input(shape=(VOCABULARY,), name="words")
    hidden = layers.Dense(512, activation="relu")(inputs)
    hidden = layers.Dropout(0.5)(hidden)
    outputs = layers.Dense(TOPICS, activation="softsign", name="topic")(hidden)
    model = keras.Model(inputs=inputs, outputs=outputs)
    model.compile(
        loss="categorical_crossentropy",
        optimizer=keras.optimizers.Adam(learning_rate=0.001),
        metrics=["accuracy"],
    )
    return model


x_train, y_train, x_val, y_val, x_test, y_test = get_data()
model = get_model()
model.fit(x_train, y_train, batch_size=32, epochs=3, validation_data=(x_val, y_val))
print(dict(zip(model.metrics_names, model.evaluate(x_test, y_test))))
