from landseg.model import TileNet
from landseg.scores import SegmentationScore

__all__ = ["SegmentationScore", "TileNet"]
