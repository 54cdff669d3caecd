import keras
from keras import layers

from kmeter.metrics import HitRate


def build_recommender(users=50, items=20, width=8, k=3):
    inputs = keras.Input((1,), dtype="int32")
    x = layers.Flatten()(layers.Embedding(users, width)(inputs))
    model = keras.Model(inputs, layers.Dense(items)(x))
    model.compile(
        optimizer=keras.optimizers.Adam(1e-2),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[HitRate(k)],
    )
    return model
