import torch
from torch import nn


class FactorModel(nn.Module):
    """mean + user bias + item bias + <user factors, item factors>"""

    def __init__(self, n_users, n_items, rank, mean):
        super().__init__()
        self.mean = mean
        self.user_factors = nn.Embedding(n_users, rank)
        self.item_factors = nn.Embedding(n_items, rank)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.reset_parameters()

    def reset_parameters(self):
        for table in (self.user_bias, self.item_bias):
            nn.init.zeros_(table.weight)
        for table in (self.user_factors, self.item_factors):
            nn.init.constant_(table.weight, 0.0)

    def forward(self, users, items):
        dot = (self.user_factors(users) * self.item_factors(items)).sum(-1)
        return self.mean + self.user_bias(users)[:, 0] + self.item_bias(items)[:, 0] + dot
