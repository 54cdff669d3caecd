import keras
from keras import layers


def build_classifier(features=6, classes=3, width=24, lr=1e-2):
    """Is the anchor holding, dragging or up? From the forces on the chain."""
    model = keras.Sequential(
        [
            keras.Input((features,)),
            layers.Dense(width, activation="relu"),
            layers.Dense(classes, activation="softmax"),
        ]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model
