"""Data sets and models that libraries have downloaded: shown to runs, which have no network."""

from __future__ import annotations

from pathlib import Path

PLACES = (
    ".cache/huggingface/datasets",
    ".cache/huggingface/hub",
    ".cache/kagglehub/datasets",
    ".cache/kagglehub/models",
    ".cache/torch/hub",
    ".keras/datasets",
    ".keras/models",
    "nltk_data",
    "scikit_learn_data",
    "tensorflow_datasets",
)
"""Below the home folder. None of them is where these libraries keep keys."""


def known_caches(home: Path) -> list[str]:
    """Those that are there, and are what they seem: a link may lead anywhere."""
    return [place for place in PLACES if _is_plain(home, place)]


def _is_plain(home: Path, place: str) -> bool:
    folder = home / place
    return folder.is_dir() and folder.resolve() == home.resolve() / place
