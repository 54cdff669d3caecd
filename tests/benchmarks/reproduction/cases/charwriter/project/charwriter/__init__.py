"""Write text one character at a time."""

from charwriter.model import CharModel
from charwriter.sampling import sample
from charwriter.vocabulary import Vocabulary

__all__ = ["CharModel", "Vocabulary", "sample"]
