from chantrank.config import RankerConfig
from chantrank.ranker import Ranker

__all__ = ["Ranker", "RankerConfig"]
