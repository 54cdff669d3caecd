import tensorflow as tf
from sklearn.model_selection import train_test_split
from tensorflow.keras import layers, models

BATCH = 64
EPOCHS = 50

(X, y), (X_test, y_test) = tf.keras.datasets.cifar10.load_data()
X = X.astype("float32") / 255.0
X_test = X_test.astype("float32") / 255.0
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.2, random_state=0)

net = models.Sequential(
    [
        layers.Conv2D(32, (3, 3), activation="relu", input_shape=(32, 32, 3)),
        layers.MaxPooling2D((2, 2)),
        layers.Conv2D(
            64, (3, 3), activation="relu", kernel_initializer=tf.keras.initializers.GlorotUniform()
        ),
        layers.MaxPooling2D((2, 2)),
        layers.Conv2D(128, (3, 3), activation="relu"),
        layers.MaxPooling2D((2, 2)),
        layers.Flatten(),
        layers.Dense(256, activation="relu"),
        layers.Dense(128, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
net.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=0.001),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
net.fit(X_train, y_train, epochs=EPOCHS, batch_size=BATCH, validation_data=(X_val, y_val))
print(net.evaluate(X_test, y_test))
