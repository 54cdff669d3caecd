"""When a loop without a loader has gone through its data: the same examples come round again."""

from __future__ import annotations

from ..example_keys import Keys

MOST_KEYS = 200_000
MOST_REPEATED = 0.1
"""Part of a batch that may be known before a pass ends: some data have duplicates. Examples drawn
with replacement come again little by little, and so go beyond it before a pass seems to end."""
COMES_ROUND = 0.6
"""Part of a batch that is known when a shuffled pass begins: not all, where the last examples of
a pass are left out because they fill no batch. After a single batch, nothing but all of it counts:
samples of a store that grows are much alike."""
MOST_DUPLICATES = 0.4
"""As `MOST_REPEATED`, where a batch comes round of which all is known."""
FEWEST_EXAMPLES = 8
"""In such a batch: of fewer, all may be known by chance."""
FEWEST_BATCHES = 8
"""Before anything is said: a loop may use a batch several times and then go on."""


class Passes:
    """Finds the length of a pass, counted in batches; says so once two were of the same length."""

    def __init__(self) -> None:
        self.length: int | None = None
        self.fixed_order = False
        self.given_up = False
        self.repeated = False
        """Whether examples have come round at all."""
        self._first: Keys = []
        self._seen: set[object] = set()
        self._worst = 0.0
        self._at = 0
        self._batches = 0
        self._lengths: list[int] = []
        self._whole: list[int] = []
        self._sizes: list[int] = []

    @property
    def undecided(self) -> bool:
        return self.length is None and not self.given_up

    @property
    def wants_keys(self) -> bool:
        """Until the length is known; then where the first batch should come again."""
        return self.undecided or (self.fixed_order and self._at == self.length)

    def add(self, keys: Keys | None, size: int) -> bool:
        """Whether a pass begins with a batch that is trained on."""
        if self.given_up:
            return False
        if self.length is not None:
            return self._follow(keys, size)
        if keys is None:  # where a pass begins could not be said any more
            self.given_up = True
            return False
        return self._watch(keys, size)

    def begins_with(self, keys: Keys) -> bool:
        return keys == self._first

    def confirm(self) -> bool:
        """The run is over: whether it consists of whole passes of one length."""
        if self.length is not None:
            return self._at == self.length
        return len(self._lengths) > 0 and set(self._lengths) == {self._at}

    def _watch(self, keys: Keys, size: int) -> bool:
        different = set(keys)
        known = sum(key in self._seen for key in keys) + len(keys) - len(different)
        repeated = known / max(len(keys), 1)
        began = self._at > 0 and self._comes_round(keys, repeated)
        if began:
            self._end_pass(keys == self._first)
        if self._at == 0:
            self._first, self._seen, self._worst = keys, different, 1 - len(different) / len(keys)
            self._sizes = []
        else:
            self._worst = max(self._worst, repeated)
            self._seen |= different
        self._at += 1
        self._batches += 1
        self._sizes.append(size)
        self._decide()
        return began

    def _comes_round(self, keys: Keys, repeated: float) -> bool:
        if keys == self._first:
            return True
        if repeated >= 1.0 and len(keys) >= FEWEST_EXAMPLES and self._worst <= MOST_DUPLICATES:
            return True
        return self._at > 1 and repeated >= COMES_ROUND and self._worst <= MOST_REPEATED

    def _end_pass(self, same: bool) -> None:
        self.repeated = True
        self.fixed_order = same
        self._lengths.append(self._at)
        self._whole = self._sizes
        self._at = 0

    def _decide(self) -> None:
        if len(set(self._lengths)) > 1 or len(self._seen) > MOST_KEYS:
            self.given_up = True
            self._seen = set()
        elif len(self._lengths) >= 2 and self._batches >= FEWEST_BATCHES:
            self.length = self._lengths[0]
            self._seen = set()

    def _follow(self, keys: Keys | None, size: int) -> bool:
        """Sizes go on as they were; where the order is fixed, the first batch is known too."""
        began = self._at == self.length
        self._at = 1 if began else self._at + 1
        wrong = began and self.fixed_order and keys is not None and keys != self._first
        if size == self._whole[self._at - 1] and not wrong:
            return began
        self.length = None
        if began and keys is not None:  # other data, after a whole pass
            self._begin()
            self._watch(keys, size)
        else:
            self.given_up = True
        return began

    def _begin(self) -> None:
        self._first, self._seen, self._worst = [], set(), 0.0
        self._at, self._batches = 0, 0
        self._lengths, self._whole, self._sizes = [], [], []
