from __future__ import annotations

from collections.abc import Callable

from seismograd.program.model import Program

Read = Callable[[str], Program]
MODEL = """\
import tensorflow as tf
import keras
from keras import layers
model = keras.Sequential([keras.Input((4,)), layers.Dense(8, activation="relu"), layers.Dense(3)])
optimizer = keras.optimizers.Adam(1e-3)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
"""


def test_tape(read: Read) -> None:
    program = read(
        MODEL
        + """
@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

for epoch in range(5):
    for x, y in batches:
        train_step(x, y)
"""
    )
    (loop,) = program.loops
    assert [step.kind for step in loop.steps] == ["forward", "loss", "backward", "clip", "step"]
    assert loop.epochs is not None
    assert loop.epochs.integer == 5
    assert loop.networks == program.networks
    assert loop.optimisers == program.optimisers
    assert program.optimisers[0].networks == program.networks
    assert loop.losses == program.losses
    assert loop.complete


def test_minimise(read: Read) -> None:
    program = read(
        MODEL
        + """
for x, y in batches:
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x))
    optimizer.minimize(loss, model.trainable_variables, tape=tape)
"""
    )
    assert [step.kind for step in program.loops[0].steps] == ["forward", "loss", "step", "backward"]


def test_train_step_runs_with_fit(read: Read) -> None:
    program = read(
        """
        import tensorflow as tf
        import keras
        from keras import layers

        class Net(keras.Model):
            def __init__(self):
                super().__init__()
                self.dense = layers.Dense(3)

            def call(self, x):
                return self.dense(x)

            def train_step(self, data):
                x, y = data
                with tf.GradientTape() as tape:
                    loss = self.compute_loss(y=y, y_pred=self(x, training=True))
                gradients = tape.gradient(loss, self.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))

        net = Net()
        net.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
        net.fit(x, y, epochs=2)
        """
    )
    (loop,) = program.loops
    assert [step.kind for step in loop.steps] == ["forward", "loss", "backward", "step"]
    assert [found.kind for found in loop.optimisers] == ["sgd"]
    assert program.fits[0].settings["epochs"].integer == 2


def test_evaluation(read: Read) -> None:
    program = read(
        MODEL
        + """
def evaluate(batches):
    for x, y in batches:
        metric.update_state(y, model(x, training=False))

evaluate(batches)
"""
    )
    (found,) = program.evaluations
    assert found.no_grad
    assert found.eval_mode is True
    assert found.networks == program.networks


def test_applying_a_model_to_an_input_is_no_evaluation(read: Read) -> None:
    program = read(
        MODEL + "a = keras.Input((4,))\nouter = keras.Model(a, model(a, training=False))\n"
    )
    assert program.evaluations == []
