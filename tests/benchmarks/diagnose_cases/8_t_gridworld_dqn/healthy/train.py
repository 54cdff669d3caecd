import copy
import random

import torch
import torch.nn as nn

from gridworld import GridWorld
from replay import ReplayBuffer

SEED = 27
GAMMA = 0.9


class QNet(nn.Module):
    def __init__(self, n_states, n_actions):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_states, 64), nn.ReLU(), nn.Linear(64, n_actions))

    def forward(self, s):
        return self.net(s)


class Agent:
    def __init__(self, n_states, n_actions):
        self.q = QNet(n_states, n_actions)
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.n_actions = n_actions

    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(self.n_actions)
        with torch.no_grad():
            return self.q(s.unsqueeze(0)).argmax(1).item()

    def learn(self, batch):
        s, a, r, s2, done = batch
        q = self.q(s).gather(1, a).squeeze(1)
        with torch.no_grad():
            best = self.target(s2).max(dim=1).values
            target = r + GAMMA * (1 - done) * best
        loss = (q - target).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def sync(self):
        self.target.load_state_dict(self.q.state_dict())


def evaluate(agent, env, limit=20):
    solved, ret = 0, 0.0
    for cell in env.free_cells():
        s, discount = env.reset(cell), 1.0
        for _ in range(limit):
            s, r, done = env.step(agent.act(s, 0.0))
            ret += discount * r
            discount *= GAMMA
            if done:
                solved += r > 0
                break
    n = len(env.free_cells())
    return solved / n, ret / n


def main():
    random.seed(SEED)
    torch.manual_seed(SEED)
    env = GridWorld()
    agent = Agent(env.n_states, env.n_actions)
    memory = ReplayBuffer(5000)
    s, age, losses = env.reset(), 0, []
    for t in range(1, 4001):
        a = agent.act(s, max(0.3, 1.0 - t / 2000))
        s2, r, done = env.step(a)
        memory.push(s, a, r, s2, done)
        s, age = s2, age + 1
        if done or age >= 40:
            s, age = env.reset(), 0
        if t > 200 and t % 2 == 0:
            losses.append(agent.learn(memory.sample(64)))
        if t % 100 == 0:
            agent.sync()
        if t % 800 == 0:
            solved, ret = evaluate(agent, env)
            print(f"t {t}  td loss {sum(losses[-200:]) / 200:.4f}  starts solved {solved:.3f}  mean return {ret:.3f}")


if __name__ == "__main__":
    main()
