from segscore.confusion import confusion_matrix
from segscore.metrics import DiceScore, MeanIoU, pixel_accuracy

__all__ = ["DiceScore", "MeanIoU", "confusion_matrix", "pixel_accuracy"]
