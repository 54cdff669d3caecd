from papertrail.encoder import TwoTower
from papertrail.ranking import mean_reciprocal_rank, recall_at_k

__all__ = ["TwoTower", "mean_reciprocal_rank", "recall_at_k"]
