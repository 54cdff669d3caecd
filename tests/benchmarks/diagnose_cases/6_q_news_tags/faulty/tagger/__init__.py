from .corpus import TAGS, build_corpus
from .trainer import TagTrainer
