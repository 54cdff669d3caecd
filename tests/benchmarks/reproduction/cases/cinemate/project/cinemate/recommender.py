import json
from collections import Counter
from pathlib import Path

import torch

from .factors import Factors, bpr_step


class Recommender:
    """Recommends films (by title) to viewers (by the number of their account).

    Viewers that were not there when it was fitted get what is watched most.
    """

    def __init__(self, width=16):
        self.width = width
        self.rows = {}
        self.titles = []
        self.popular = []
        self.model = None

    def fit(self, watched, epochs=30, lr=0.05, batch_size=64):
        """`watched` is a list of pairs (account, title)."""
        accounts = sorted({account for account, _ in watched})
        self.rows = {account: row for row, account in enumerate(accounts)}
        self.titles = sorted({title for _, title in watched})
        columns = {title: column for column, title in enumerate(self.titles)}
        counts = Counter(title for _, title in watched)
        self.popular = [title for title, _ in counts.most_common()]

        viewer = torch.tensor([self.rows[account] for account, _ in watched])
        film = torch.tensor([columns[title] for _, title in watched])
        self.model = Factors(len(self.rows), len(self.titles), self.width)
        optimizer = torch.optim.Adam(self.model.parameters(), lr=lr, weight_decay=1e-4)
        for _ in range(epochs):
            for batch in torch.randperm(len(watched)).split(batch_size):
                bpr_step(self.model, optimizer, viewer[batch], film[batch])
        return self

    @torch.no_grad()
    def recommend(self, account, count=5):
        row = self.rows.get(account)
        if row is None:
            return self.popular[:count]
        scores = self.model.all_scores(row)
        return [self.titles[i] for i in scores.topk(count).indices.tolist()]

    def save(self, folder):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        facts = {
            "width": self.width,
            "rows": self.rows,
            "titles": self.titles,
            "popular": self.popular,
        }
        (folder / "facts.json").write_text(json.dumps(facts))
        torch.save(self.model.state_dict(), folder / "factors.pt")

    @classmethod
    def load(cls, folder):
        folder = Path(folder)
        facts = json.loads((folder / "facts.json").read_text())
        self = cls(facts["width"])
        self.rows = facts["rows"]
        self.titles = facts["titles"]
        self.popular = facts["popular"]
        self.model = Factors(len(self.rows), len(self.titles), self.width)
        self.model.load_state_dict(torch.load(folder / "factors.pt", weights_only=True))
        return self
