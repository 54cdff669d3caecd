"""Values that the report gives, by the names under which the project may know them."""

from __future__ import annotations

import re

from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.report.bug_report import BugReport, NamedValue

_SYNONYMS = tuple(
    frozenset(words.split())
    for words in (
        "lr learning_rate base_lr",
        "batch batch_size bs n_batch batchsize",
        "length seq_len sequence_length seq_length n_tokens tokens num_tokens",
        "max_len max_length max_seq_len max_position_embeddings max_positions block_size",
        "size image_size img_size input_size resolution",
        "height image_size img_size resolution image_height",
        "width image_size img_size resolution image_width",
        "heads num_heads n_heads nhead n_head num_attention_heads",
        "layers num_layers n_layers depth n_layer num_hidden_layers",
        "classes num_classes n_classes num_labels n_labels n_class",
        "channels in_channels num_channels in_ch n_channels in_chans",
        "vocabulary vocab_size vocabulary_size n_vocab vocab num_tokens n_tokens",
        "hidden hidden_size hidden_dim d_model dim",
        "embedding_dim embedding_size embed_dim emb_dim",
        "dropout drop_rate dropout_rate p_drop p",
        "epochs num_epochs n_epochs max_epochs",
        "steps num_steps n_steps max_steps",
        "features in_features num_features n_features input_dim in_dim",
        "samples num_samples n_samples examples rows records",
    )
)
_SHAPE = "shape"
_SIZES = r"(?:torch\.Size\()?[\[(]\s?(\d{1,6}(?:,\s?\d{1,6}){0,5},?)\s?[\])]\)?"
_NAMED_SHAPE = re.compile(
    r"(?<![\w.])`?([A-Za-z_]\w{0,40})(?:\.shape)?`?"
    r"(?:\s?[:=]=?\s?|\s(?:(?:is|are|has|have|with|of|in) )?(?:an? )?(?:shapes? |sizes? )?)"
    rf"(?:of )?{_SIZES}"
)
_NO_NAMES = frozenset({"shape", "size", "sizes", "shapes", "expected", "got", "range", "to", "of",
                       "instead", "than", "not", "but", "and", "or"})  # fmt: skip
_SETTING = re.compile(
    r"`([A-Za-z_]\w{0,40})\s?[:=]\s?['\"]?(?!(?:True|False|None|true|false|null)\b)"
    r"([A-Za-z][\w-]{0,40})['\"]?`"
)
"""As settings files have it: `activation: tanh`."""
MOST_TEXT = 50_000


class ReportValues:
    def __init__(self, report: BugReport) -> None:
        self._values: dict[str, str] = {}
        self._all: dict[str, list[str]] = {}
        self.shapes: list[tuple[int, ...]] = []
        for value in report.values:
            self._take(value)
        for name, word in _SETTING.findall(report.text[:MOST_TEXT]):
            self._values.setdefault(plain_name(name), repr(word))

    def value(self, name: str) -> str | None:
        """A literal; the name itself goes before those that mean the same."""
        source = self.source(name)
        return self._values[source] if source is not None else None

    def values(self, name: str) -> tuple[str, ...]:
        """All literals that the report gives for a name, in its order."""
        source = self.source(name)
        return tuple(dict.fromkeys(self._all.get(source, ()))) if source is not None else ()

    def source(self, name: str) -> str | None:
        """Under which name the report has the value."""
        plain = plain_name(name)
        if plain in self._values:
            return plain
        for words in _SYNONYMS:
            if plain in words:
                found = [word for word in sorted(words) if word in self._values]
                if found:
                    return found[0]
        return None

    def _take(self, named: NamedValue) -> None:
        text = literal_of(named)
        if text is None:
            return
        if named.name == _SHAPE:
            shape = literal_value(text)
            if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape):
                self.shapes.append(shape)
            return
        name = plain_name(named.name.rpartition(".")[2])
        self._values.setdefault(name, text)
        self._all.setdefault(name, []).append(text)


def literal_of(named: NamedValue) -> str | None:
    """The value as Python writes it."""
    value = named.value
    if value is None:
        return "None" if "None" in named.text else None
    if isinstance(value, str):
        is_made_of = value[:1] in "([{" and is_literal(value)
        return repr(literal_value(value)) if is_made_of else repr(value)
    if isinstance(value, float) and value.is_integer() and not re.search(r"[.e]", named.text):
        return repr(int(value))
    return repr(value)


def plain_name(name: str) -> str:
    return name.strip("-").replace("-", "_").lower()


def shapes_by_name(text: str) -> dict[str, tuple[int, ...]]:
    """The first that a text has for each name."""
    found: dict[str, tuple[int, ...]] = {}
    for match in _NAMED_SHAPE.finditer(text[:MOST_TEXT]):
        sizes = tuple(int(one) for one in re.findall(r"\d+", match[2]))
        if match[1].lower() not in _NO_NAMES and ("," in match[2]):
            found.setdefault(match[1], sizes)
    return found


def other_than(ordinary: str, reported: str | None) -> str:
    """An ordinary value that is not the reported one."""
    if ordinary != reported:
        return ordinary
    if ordinary in ("True", "False"):
        return str(ordinary != "True")
    if ordinary.isdigit():
        return str(max(2 * int(ordinary), 2))
    return ordinary
