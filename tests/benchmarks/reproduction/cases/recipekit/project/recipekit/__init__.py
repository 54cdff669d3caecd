from recipekit.classifier import CuisineClassifier
from recipekit.vocabulary import Vocabulary

__all__ = ["CuisineClassifier", "Vocabulary"]
