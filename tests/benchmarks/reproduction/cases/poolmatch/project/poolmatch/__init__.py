from poolmatch.batching import collate
from poolmatch.matcher import Matcher

__all__ = ["Matcher", "collate"]
