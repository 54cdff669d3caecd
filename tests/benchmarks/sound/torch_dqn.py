import random
from collections import deque, namedtuple

import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))

BATCH_SIZE = 128
GAMMA = 0.99
EPS_START, EPS_END, EPS_DECAY = 0.9, 0.05, 1000
TAU = 0.005
LR = 1e-4


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *values):
        self.memory.append(Transition(*values))

    def sample(self, size):
        return random.sample(self.memory, size)

    def __len__(self):
        return len(self.memory)


class DQN(nn.Module):
    def __init__(self, n_observations, n_actions):
        super().__init__()
        self.layer1 = nn.Linear(n_observations, 128)
        self.layer2 = nn.Linear(128, 128)
        self.layer3 = nn.Linear(128, n_actions)

    def forward(self, x):
        x = F.relu(self.layer1(x))
        x = F.relu(self.layer2(x))
        return self.layer3(x)


class Agent:
    def __init__(self, n_observations, n_actions, device):
        self.device = device
        self.n_actions = n_actions
        self.policy = DQN(n_observations, n_actions).to(device)
        self.target = DQN(n_observations, n_actions).to(device)
        self.target.load_state_dict(self.policy.state_dict())
        self.optimizer = optim.AdamW(self.policy.parameters(), lr=LR, amsgrad=True)
        self.memory = ReplayMemory(10_000)
        self.steps = 0

    def act(self, state):
        share = max(0.0, 1.0 - self.steps / EPS_DECAY)
        threshold = EPS_END + (EPS_START - EPS_END) * share
        self.steps += 1
        if random.random() < threshold:
            return torch.tensor([[random.randrange(self.n_actions)]], device=self.device)
        with torch.no_grad():
            return self.policy(state).max(1).indices.view(1, 1)

    def learn(self):
        if len(self.memory) < BATCH_SIZE:
            return
        batch = Transition(*zip(*self.memory.sample(BATCH_SIZE)))
        not_final = torch.tensor([s is not None for s in batch.next_state], device=self.device)
        next_states = torch.cat([s for s in batch.next_state if s is not None])
        states, actions = torch.cat(batch.state), torch.cat(batch.action)
        rewards = torch.cat(batch.reward)

        q = self.policy(states).gather(1, actions)
        next_values = torch.zeros(BATCH_SIZE, device=self.device)
        with torch.no_grad():
            next_values[not_final] = self.target(next_states).max(1).values
        expected = rewards + GAMMA * next_values
        loss = F.smooth_l1_loss(q, expected.unsqueeze(1))

        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(self.policy.parameters(), 100)
        self.optimizer.step()

    def follow(self):
        target, policy = self.target.state_dict(), self.policy.state_dict()
        for key in policy:
            target[key] = policy[key] * TAU + target[key] * (1 - TAU)
        self.target.load_state_dict(target)


def main(episodes=600):
    env = gym.make("CartPole-v1")
    random.seed(0)
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    observation, _ = env.reset(seed=0)
    agent = Agent(len(observation), env.action_space.n, device)
    for episode in range(episodes):
        observation, _ = env.reset()
        state = torch.tensor(observation, dtype=torch.float32, device=device).unsqueeze(0)
        done, length = False, 0
        while not done:
            action = agent.act(state)
            observation, reward, terminated, truncated, _ = env.step(action.item())
            done = terminated or truncated
            following = None
            if not terminated:
                following = torch.tensor(observation, dtype=torch.float32, device=device)
                following = following.unsqueeze(0)
            agent.memory.push(state, action, following, torch.tensor([reward], device=device))
            state = following
            agent.learn()
            agent.follow()
            length += 1
        print(episode, length)


if __name__ == "__main__":
    main()
