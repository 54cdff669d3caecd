import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self, n_obs, n_actions=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_obs, 48), nn.Tanh(), nn.Linear(48, n_actions))

    def forward(self, obs):
        return Categorical(logits=self.net(obs))


class Reinforce:
    def __init__(self, policy, lr, gamma):
        self.policy = policy
        self.gamma = gamma
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=lr)
        self.baseline = 0.0

    def rollout(self, env):
        obs, done = env.reset(), False
        log_probs, rewards = [], []
        while not done:
            dist = self.policy(obs)
            action = dist.sample()
            log_probs.append(dist.log_prob(action))
            obs, reward, done = env.step(action.item())
            rewards.append(reward)
        returns, g = [], 0.0
        for r in reversed(rewards):
            g = r + self.gamma * g
            returns.insert(0, g)
        return log_probs, returns, sum(rewards)

    def update(self, env, episodes):
        terms, scores = [], []
        for _ in range(episodes):
            log_probs, returns, score = self.rollout(env)
            scores.append(score)
            for lp, g in zip(log_probs, returns):
                terms.append(-lp * (g - self.baseline))
        loss = torch.tensor(terms, requires_grad=True).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        mean_score = sum(scores) / len(scores)
        self.baseline = 0.9 * self.baseline + 0.1 * mean_score
        return loss.item(), mean_score
