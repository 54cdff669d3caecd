import os

os.environ["KERAS_BACKEND"] = "torch"

import keras
import numpy as np
import torch
from keras import layers, ops

from env import SliderEnv

SEED = 1
STEPS, CARTS, ROUNDS, GAMMA = 12, 48, 140, 0.8


def mlp(outputs, name):
    return keras.Sequential(
        [keras.Input((2,)), layers.Dense(32, activation="tanh"), layers.Dense(32, activation="tanh"), layers.Dense(outputs)],
        name=name,
    )


class Agent:
    def __init__(self):
        self.actor, self.critic = mlp(3, "actor"), mlp(1, "critic")
        self.actor_opt = keras.optimizers.Adam(5e-3)
        self.critic_opt = keras.optimizers.Adam(1e-2)

    def act(self, obs, rng):
        probs = ops.convert_to_numpy(ops.softmax(self.actor(obs)))
        return (probs.cumsum(1) > rng.random((len(obs), 1)) * 0.999999).argmax(1)

    def update(self, obs, actions, returns):
        obs, returns = torch.as_tensor(obs), torch.as_tensor(returns)
        actions = torch.as_tensor(actions)
        values = ops.squeeze(self.critic(obs), axis=-1)
        advantage = returns - values
        log_probs = ops.log_softmax(self.actor(obs))
        chosen = ops.take_along_axis(log_probs, actions[:, None], axis=1)[:, 0]
        entropy = -(ops.exp(log_probs) * log_probs).sum(1).mean()
        actor_loss = -(chosen * ops.stop_gradient(advantage)).mean() - 0.003 * entropy
        critic_loss = ops.mean(ops.square(advantage))

        self.actor.zero_grad()
        self.critic.zero_grad()
        (actor_loss + critic_loss).backward()
        for net, opt in ((self.actor, self.actor_opt), (self.critic, self.critic_opt)):
            with torch.no_grad():
                opt.apply([w.value.grad for w in net.trainable_weights], net.trainable_weights)
        return float(actor_loss), float(critic_loss)


def rollout(env, agent, rng):
    obs, seen, acts, rewards = env.reset(), [], [], []
    for _ in range(STEPS):
        a = agent.act(obs, rng)
        seen.append(obs)
        acts.append(a)
        obs, r = env.step(a)
        rewards.append(r)
    returns, tail = [], np.zeros(CARTS)
    for r in reversed(rewards):
        tail = r + GAMMA * tail
        returns.insert(0, tail)
    return np.concatenate(seen), np.concatenate(acts), np.concatenate(returns).astype("float32"), np.mean(rewards)


if __name__ == "__main__":
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    env, agent, recent = SliderEnv(CARTS, SEED), Agent(), []
    for i in range(ROUNDS):
        obs, acts, returns, reward = rollout(env, agent, rng)
        a_loss, c_loss = agent.update(obs, acts, returns)
        recent.append(reward)
        if (i + 1) % 20 == 0:
            print(f"round {i + 1:3d}  actor {a_loss:+.3f}  critic {c_loss:.3f}  reward per step {np.mean(recent[-20:]):.3f}")
    print(f"mean reward per step over the last 20 rounds: {np.mean(recent[-20:]):.3f}")
