import numpy as np
import tensorflow as tf
from tensorflow import keras

BATCH_SIZE = 64
EPOCHS = 6

(x_train, y_train), (x_test, y_test) = keras.datasets.fashion_mnist.load_data()
x_train = x_train.reshape(-1, 784).astype("float32") / 255
x_test = x_test.reshape(-1, 784).astype("float32") / 255
x_val, y_val = x_train[-10000:], y_train[-10000:]
x_train, y_train = x_train[:-10000], y_train[:-10000]

train_dataset = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(buffer_size=10_000, seed=1)
    .batch(BATCH_SIZE)
)
val_dataset = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(BATCH_SIZE)

inputs = keras.Input(shape=(784,), name="digits")
x = keras.layers.Dense(64, activation="relu")(inputs)
x = keras.layers.Dropout(0.2)(x)
x = keras.layers.Dense(64, activation="relu")(x)
outputs = keras.layers.Dense(10)(x)
model = keras.Model(inputs=inputs, outputs=outputs)

optimizer = keras.optimizers.Adam(learning_rate=1e-3)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_metric = keras.metrics.SparseCategoricalAccuracy()
val_metric = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss_value = loss_fn(y, logits)
    grads = tape.gradient(loss_value, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    train_metric.update_state(y, logits)
    return loss_value


@tf.function
def test_step(x, y):
    val_metric.update_state(y, model(x, training=False))


for epoch in range(EPOCHS):
    losses = []
    for x_batch, y_batch in train_dataset:
        losses.append(float(train_step(x_batch, y_batch)))
    print(f"epoch {epoch}: loss {np.mean(losses):.4f}, accuracy {train_metric.result():.4f}")
    train_metric.reset_state()

    for x_batch, y_batch in val_dataset:
        test_step(x_batch, y_batch)
    print(f"validation accuracy {val_metric.result():.4f}")
    val_metric.reset_state()
