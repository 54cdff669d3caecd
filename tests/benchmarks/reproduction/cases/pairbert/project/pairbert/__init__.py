from pairbert.config import PairBertConfig
from pairbert.model import PairBert
from pairbert.text import Tokenizer, pad

__all__ = ["PairBert", "PairBertConfig", "Tokenizer", "pad"]
