from hotword.data import spectrograms
from hotword.model import KeywordNet
from hotword.trainer import Trainer

__all__ = ["KeywordNet", "Trainer", "spectrograms"]
