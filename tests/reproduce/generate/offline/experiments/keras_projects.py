"""Small Keras projects with a silent bug each, and the same mended."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

ALL = (
    Project(
        "kmask",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers, ops

class MeanPool(layers.Layer):
    def call(self, x, mask=None):
        return ops.mean(x, axis=1)

def build_tagger(vocab=50, width=8, classes=3):
    ids = keras.Input((None,), dtype="int32")
    x = layers.Embedding(vocab, width, mask_zero=True)(ids)
    x = MeanPool()(x)
    return keras.Model(ids, layers.Dense(classes)(x))
""",
        },
        """\
# Padding zeros change the prediction

With `build_tagger` the same sentence with more trailing zeros gives other logits although
mask_zero is on.
""",
        (
            (
                "        return ops.mean(x, axis=1)",
                "        if mask is None:\n"
                "            return ops.mean(x, axis=1)\n"
                "        w = ops.cast(mask, x.dtype)[..., None]\n"
                "        return ops.sum(x * w, axis=1) / ops.maximum(ops.sum(w, axis=1), 1.0)",
            ),
        ),
    ),
    Project(
        "kswallow",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers, ops

class Scale(layers.Layer):
    def __init__(self, factor=2.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor

def build_model(vocab=50, width=8, classes=3, length=12):
    ids = keras.Input((length,), dtype="int32")
    x = layers.Embedding(vocab, width, mask_zero=True)(ids)
    x = Scale()(x)
    x = layers.LSTM(6)(x)
    model = keras.Model(ids, layers.Dense(classes, activation="softmax")(x))
    model.compile("adam", "sparse_categorical_crossentropy")
    return model
""",
        },
        """\
padded positions still influence the LSTM

I use build_model and the mask seems to be lost somewhere, padding changes the output.
""",
        (
            (
                "        self.factor = factor\n",
                "        self.factor = factor\n        self.supports_masking = True\n",
            ),
        ),
    ),
    Project(
        "kfrozen",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers, ops

class Gate(layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(
            name="scale", shape=(shape[-1],), initializer="ones", trainable=False)

    def call(self, x):
        return x * self.scale

def build_net(features=10, width=8):
    hidden = layers.Dense(width, activation="relu")
    return keras.Sequential([keras.Input((features,)), hidden, Gate(), layers.Dense(1)])
""",
        },
        """\
scale of the gate is never updated

After training the `scale` in Gate is still all ones.
""",
        ((", trainable=False", ""),),
    ),
    Project(
        "knan",
        {
            "losses.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import ops

class SoftFocal(keras.losses.Loss):
    def __init__(self, gamma=2.0, name="soft_focal"):
        super().__init__(name=name)
        self.gamma = gamma

    def call(self, y_true, y_pred):
        y_true = ops.cast(y_true, y_pred.dtype)
        ce = -y_true * ops.log(y_pred) - (1 - y_true) * ops.log(1 - y_pred)
        return ops.mean(ce * (1 - y_pred) ** self.gamma, axis=-1)
""",
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers
from losses import SoftFocal

def build(features=6):
    hidden, out = layers.Dense(4, activation="relu"), layers.Dense(1, activation="sigmoid")
    m = keras.Sequential([keras.Input((features,)), hidden, out])
    m.compile("adam", SoftFocal())
    return m
""",
        },
        """\
# Loss becomes nan after some epochs

Training goes fine and then the loss is nan. Happens once the model gets very confident.
""",
        (
            (
                "        y_true = ops.cast(y_true, y_pred.dtype)\n",
                "        y_true = ops.cast(y_true, y_pred.dtype)\n"
                "        y_pred = ops.clip(y_pred, 1e-7, 1 - 1e-7)\n",
            ),
        ),
    ),
    Project(
        "kdrop",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers, ops, random

class Noise(layers.Layer):
    def __init__(self, std=0.1, **kw):
        super().__init__(**kw)
        self.std = std
    def call(self, x, training=None):
        return x + self.std * random.normal(ops.shape(x))

class Regressor(keras.Model):
    def __init__(self, width=8):
        super().__init__()
        self.hidden = layers.Dense(width, activation="relu")
        self.noise = Noise()
        self.out = layers.Dense(1)
    def call(self, inputs, training=None):
        return self.out(self.noise(self.hidden(inputs), training=training))
""",
        },
        """\
# predict() is different every time

`model.predict(x)` of Regressor returns other values for the same input at inference, the noise
seems to be active in evaluation.
""",
        (
            (
                "        return x + self.std * random.normal(ops.shape(x))",
                "        if not training:\n"
                "            return x\n"
                "        return x + self.std * random.normal(ops.shape(x))",
            ),
        ),
    ),
    Project(
        "kcausal",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras
from keras import layers, ops

class Block(layers.Layer):
    def __init__(self, width, heads=2, **kw):
        super().__init__(**kw)
        self.attention = layers.MultiHeadAttention(heads, width // heads)
        self.norm = layers.LayerNormalization()
        self.mlp = layers.Dense(width)
    def call(self, x):
        x = x + self.attention(x, x)
        return x + self.mlp(self.norm(x))

def build_lm(vocab=30, width=16, depth=2, length=16):
    ids = keras.Input((length,), dtype="int32")
    x = layers.Embedding(vocab, width)(ids)
    for _ in range(depth):
        x = Block(width)(x)
    return keras.Model(ids, layers.Dense(vocab)(x))
""",
        },
        """\
# Language model can see the next token

The training loss of build_lm goes to zero at once, generation is garbage. I think there is no
causal mask.
""",
        (("self.attention(x, x)", "self.attention(x, x, use_causal_mask=True)"),),
    ),
    Project(
        "krandproj",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")

import keras, numpy as np
from keras import layers, ops

@keras.saving.register_keras_serializable()
class RandomFeatures(layers.Layer):
    def __init__(self, units=16, **kw):
        super().__init__(**kw)
        self.units = units
    def build(self, shape):
        self.w = np.random.randn(shape[-1], self.units).astype("float32")
    def call(self, x):
        return ops.cos(ops.matmul(x, self.w))
    def get_config(self):
        return {**super().get_config(), "units": self.units}

def make_model(features=8):
    x = i = keras.Input((features,))
    x = RandomFeatures()(x)
    m = keras.Model(i, layers.Dense(2)(x))
    m.compile("adam", "mse")
    return m
""",
        },
        """\
# loaded model predicts garbage

After `keras.models.load_model` the predictions are completely different from before saving.
""",
        (
            (
                '        self.w = np.random.randn(shape[-1], self.units).astype("float32")',
                '        self.w = self.add_weight(name="w", '
                'shape=(shape[-1], self.units), initializer="random_normal", trainable=False)',
            ),
        ),
    ),
    Project(
        "deferred",
        {
            "net.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")
import keras
from keras import layers, ops

class Bin(layers.Layer):
    def __init__(self, units=4, slope=1.0, **kw):
        super().__init__(**kw)
        self.units = units
        self.slope = slope
        self.dense = layers.Dense(units)
    def call(self, x):
        return ops.sigmoid(self.slope * self.dense(x))
    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units})
        return config

def make_model(slope=3.0):
    return keras.Sequential([layers.Dense(8, activation="relu"), Bin(4, slope), layers.Dense(1)])
""",
        },
        """\
# Wrong predictions after loading

When I save the model and load it again, predictions are not the same.
""",
        (
            (
                'config.update({"units": self.units})',
                'config.update({"units": self.units, "slope": self.slope})',
            ),
        ),
    ),
    Project(
        "text_setting",
        {
            "gates.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")
import keras
from keras import layers, ops

@keras.saving.register_keras_serializable()
class Gate(layers.Layer):
    def __init__(self, kind="soft", **kw):
        super().__init__(**kw)
        self.kind = kind
    def call(self, x):
        gate = ops.sigmoid(x)
        if self.kind == "hard":
            gate = ops.cast(gate > 0.5, x.dtype)
        return gate * x
    def get_config(self):
        return super().get_config()

def train(model, x, y):
    model.compile("sgd", "mse")
    model.fit(x, y)
""",
        },
        """\
### Gate forgets its kind when it is loaded

A model with hard gates that is saved and loaded gives other numbers, they look like soft gates.
""",
        (
            (
                "        return super().get_config()",
                '        return {**super().get_config(), "kind": self.kind}',
            ),
        ),
    ),
    Project(
        "in_company",
        {
            "scores.py": """\
import os
os.environ.setdefault("KERAS_BACKEND","torch")
import keras
from keras import layers, ops

class Standardised(layers.Layer):
    def call(self, x):
        mean = ops.mean(x, axis=0, keepdims=True)
        return (x - mean) / (ops.std(x, axis=0, keepdims=True) + 1e-3)

def build_scorer(features=6):
    x = keras.Input((features,))
    return keras.Model(x, layers.Dense(2)(Standardised()(x)))
""",
        },
        """\
# Score of a customer depends on the other rows in the batch

`build_scorer().predict` on one customer alone and on the same customer in a batch differ.
""",
        (("axis=0", "axis=-1"),),
    ),
)
