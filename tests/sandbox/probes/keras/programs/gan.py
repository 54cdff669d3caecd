import keras
import numpy
import torch

keras.utils.set_random_seed(7)


class Gan(keras.Model):
    def __init__(self, generator, discriminator):
        super().__init__()
        self.generator = generator
        self.discriminator = discriminator
        self.loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)
        self.built = True

    def compile(self, generator_optimizer, discriminator_optimizer):
        super().compile()
        self.generator_optimizer = generator_optimizer
        self.discriminator_optimizer = discriminator_optimizer

    def improve(self, optimizer, part, loss):
        self.zero_grad()
        loss.backward()
        with torch.no_grad():
            weights = part.trainable_weights
            optimizer.apply([v.value.grad for v in weights], weights)
        return loss.detach()

    def train_step(self, real):
        real = real[0] if isinstance(real, tuple) else real
        count = real.shape[0]
        ones, zeros = keras.ops.ones((count, 1)), keras.ops.zeros((count, 1))
        fake = self.generator(keras.random.normal((count, 4)))
        judged = self.discriminator(keras.ops.concatenate([real, fake]))
        told = self.loss_fn(keras.ops.concatenate([ones, zeros]), judged)
        told = self.improve(self.discriminator_optimizer, self.discriminator, told)
        made = self.discriminator(self.generator(keras.random.normal((count, 4))))
        fooled = self.loss_fn(ones, made)
        fooled = self.improve(self.generator_optimizer, self.generator, fooled)
        return {"d_loss": told, "g_loss": fooled}


generator = keras.Sequential([keras.Input((4,)), keras.layers.Dense(6)], name="generator")
discriminator = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1)], name="discriminator")
model = Gan(generator, discriminator)
model.compile(
    generator_optimizer=keras.optimizers.Adam(1e-3),
    discriminator_optimizer=keras.optimizers.Adam(2e-3),
)
real = numpy.random.default_rng(0).normal(size=(48, 6)).astype("float32")
history = model.fit(real, epochs=1, batch_size=16, verbose=2)
