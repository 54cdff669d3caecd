import keras
from keras import layers


def build_model(n_features, units):
    return keras.Sequential([
        keras.Input((n_features,)),
        layers.Dense(units, activation="relu"),
        layers.Dense(units, activation="relu"),
        layers.Dense(1),
    ])
