import argparse

import torch
from torch.nn import functional as F

from recipekit import CuisineClassifier, Vocabulary
from recipekit.sample import RECIPES


def train(recipes=RECIPES, epochs=60, lr=0.05, min_count=1):
    torch.manual_seed(0)
    ingredients = [names for names, _ in recipes]
    cuisines = sorted({cuisine for _, cuisine in recipes})
    model = CuisineClassifier(Vocabulary(ingredients, min_count), cuisines)
    target = torch.tensor([cuisines.index(cuisine) for _, cuisine in recipes])
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for _ in range(epochs):
        loss = F.cross_entropy(model(ingredients), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("ingredients", nargs="+")
    args = parser.parse_args()
    print(train(epochs=args.epochs).predict([args.ingredients])[0])
