"""Recover the cooling constant of a vessel from a noisy thermometer record.

A network T(t) is fitted to the readings and to Newton's law dT/dt = -k (T - T_room).
"""
import os
os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers

TRUE_K, ROOM, T0 = 1.7, 0.35, 1.0


def readings(n, rng):
    t = np.sort(rng.uniform(0, 2.0, n))
    temp = ROOM + (T0 - ROOM) * np.exp(-TRUE_K * t) + rng.normal(0, 0.01, n)
    as_col = lambda v: torch.tensor(v, dtype=torch.float32).reshape(-1, 1)
    return as_col(t), as_col(temp)


def make_net():
    return keras.Sequential([
        layers.Input((1,)),
        layers.Dense(24, activation="tanh"),
        layers.Dense(24, activation="tanh"),
        layers.Dense(1),
    ])


def residual(net, k, t):
    t = t.clone().requires_grad_(True)
    temp = net(t)
    slope = torch.autograd.grad(temp.sum(), t, create_graph=True)[0]
    return slope + k * (temp - ROOM)


def train(steps=1500):
    t_obs, temp_obs = readings(60, np.random.default_rng(40))
    t_col = torch.linspace(0, 2, 40).reshape(-1, 1)
    net = make_net()
    k = keras.Variable(0.5, name="cooling_constant")
    optimizer = keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(1e-2, steps))
    variables = net.trainable_variables
    for step in range(steps + 1):
        for v in variables:
            v.value.grad = None
        fit = torch.mean((net(t_obs) - temp_obs) ** 2)
        phys = torch.mean(residual(net, k.value, t_col) ** 2)
        loss = 100.0 * fit + phys
        loss.backward()
        with torch.no_grad():
            optimizer.apply([v.value.grad for v in variables], variables)
        if step % 300 == 0:
            print(f"{step:5d} data {fit.item():.5f} physics {phys.item():.5f} "
                  f"k {k.value.item():.3f}")
    return k.value.item()


if __name__ == "__main__":
    keras.utils.set_random_seed(40)
    k = train()
    print(f"k = {k:.3f} (reference {TRUE_K})")
