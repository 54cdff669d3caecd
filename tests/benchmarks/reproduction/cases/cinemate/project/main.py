"""python main.py watched.csv --account 1007 --store shop/"""

import argparse
import csv
import random

from cinemate import Recommender

GENRES = {
    "western": ["Dust", "High Saddle", "Six Bullets", "The Long Ride"],
    "space": ["Orbit", "Red Planet Blues", "Airlock", "Second Sun"],
    "crime": ["Alibi", "Cold Ledger", "The Fence", "Night Shift"],
}


def read(path):
    with open(path, newline="") as file:
        return [(int(row["account"]), row["title"]) for row in csv.DictReader(file)]


def made_up(accounts=30, seed=0):
    """Everybody watches the films of one genre, and now and then another."""
    rng = random.Random(seed)
    genres = list(GENRES)
    watched = []
    for number in range(accounts):
        own = genres[number % len(genres)]
        for _ in range(8):
            genre = own if rng.random() < 0.9 else rng.choice(genres)
            watched.append((1000 + number, rng.choice(GENRES[genre])))
    return watched


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("watched", nargs="?")
    parser.add_argument("--account", type=int, default=1000)
    parser.add_argument("--store")
    args = parser.parse_args()
    recommender = Recommender().fit(read(args.watched) if args.watched else made_up())
    print(recommender.recommend(args.account))
    if args.store:
        recommender.save(args.store)


if __name__ == "__main__":
    main()
