from keras import Input, Sequential, datasets, layers, optimizers, regularizers, utils
from keras.callbacks import EarlyStopping, ReduceLROnPlateau

NUM_CLASSES = 10
WEIGHT_DECAY = 1e-4


def conv_block(model, filters, dropout):
    for _ in range(2):
        model.add(
            layers.Conv2D(
                filters,
                (3, 3),
                padding="same",
                use_bias=False,
                kernel_regularizer=regularizers.l2(WEIGHT_DECAY),
            )
        )
        model.add(layers.BatchNormalization())
        model.add(layers.Activation("relu"))
    model.add(layers.MaxPooling2D((2, 2)))
    model.add(layers.Dropout(dropout))


def build():
    model = Sequential()
    model.add(Input((32, 32, 3)))
    conv_block(model, 32, 0.2)
    conv_block(model, 64, 0.3)
    conv_block(model, 128, 0.4)
    model.add(layers.Flatten())
    model.add(layers.Dense(128, activation="relu", kernel_initializer="he_normal"))
    model.add(layers.Dropout(0.5))
    model.add(layers.Dense(NUM_CLASSES, activation="softmax"))
    return model


utils.set_random_seed(4)
(x_train, y_train), (x_test, y_test) = datasets.cifar10.load_data()
mean, std = x_train.mean(axis=(0, 1, 2)), x_train.std(axis=(0, 1, 2))
x_train = (x_train - mean) / std
x_test = (x_test - mean) / std
x_val, y_val = x_train[45000:], y_train[45000:]
x_train, y_train = x_train[:45000], y_train[:45000]
y_train, y_val, y_test = (utils.to_categorical(y, NUM_CLASSES) for y in (y_train, y_val, y_test))

model = build()
model.compile(
    optimizer=optimizers.Adam(learning_rate=1e-3),
    loss="categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    x_train,
    y_train,
    batch_size=64,
    epochs=120,
    validation_data=(x_val, y_val),
    callbacks=[
        EarlyStopping(patience=15, restore_best_weights=True),
        ReduceLROnPlateau(factor=0.3, patience=5),
    ],
)
print(model.evaluate(x_test, y_test))
