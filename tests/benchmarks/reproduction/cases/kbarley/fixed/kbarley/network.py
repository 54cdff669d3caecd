import keras
from keras import layers, regularizers


def dense(width, options, regularizer):
    return layers.Dense(
        width, activation=options.activation, kernel_regularizer=regularizer
    )


def build_network(options, features=10):
    """Protein content of barley from a near infrared spectrum."""
    regularizer = regularizers.L2(options.l2) if options.l2 else None
    inputs = keras.Input((features,))
    x = inputs
    for width in options.widths:
        x = dense(width, options, regularizer)(x)
        x = layers.Dropout(options.dropout)(x)
    model = keras.Model(inputs, layers.Dense(1)(x))
    model.compile(keras.optimizers.Adam(options.lr), "mse", metrics=["mae"])
    return model
