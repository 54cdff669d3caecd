from mushconf.confusion import ConfusionMatrix
from mushconf.report import evaluate, format_report

__all__ = ["ConfusionMatrix", "evaluate", "format_report"]
