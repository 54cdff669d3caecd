"""Focal loss for rare events."""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
from keras import ops


class FocalLoss(keras.losses.Loss):
    """Expects probabilities; `alpha` is the weight of the positive class."""

    def __init__(self, alpha=0.75, gamma=2.0, name="focal_loss", **kwargs):
        super().__init__(name=name, **kwargs)
        self.alpha = alpha
        self.gamma = gamma

    def call(self, y_true, y_pred):
        y_true = ops.cast(y_true, y_pred.dtype)
        positive = self.alpha * y_true * ops.power(1 - y_pred, self.gamma) * ops.log(y_pred)
        negative = (1 - self.alpha) * (1 - y_true) * ops.power(y_pred, self.gamma) * ops.log(1 - y_pred)
        return -ops.mean(positive + negative, axis=-1)

    def get_config(self):
        return {**super().get_config(), "alpha": self.alpha, "gamma": self.gamma}
