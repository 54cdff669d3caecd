"""Pairs of examples that a loss compares: which it pulls together, and how far apart they are.

A network with its first weights keeps to some degree what is alike in its inputs. What should come
together is nearer than the rest then, and what lies farther apart from the beginning on and is
pulled together all the same has changed places with it. Where nothing is pushed apart, the network
may give the same for everything.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from .asking_frame import asking_frame, place_of
from .kit import Kit
from .pair_roles import Comparison, is_chosen, is_of_pairs, roles, seeks_a_value
from .samples import rounded
from .together import together
from .untraced import aside, can_be_read, may_look

SIMILARITIES = {"cosine_similarity": True, "pairwise_distance": False}
FIRST = 16
"""Backward passes that are all looked at."""
FARTHER = 1.02
"""Each later look is so much farther on: hundreds in a long run, and some near its end."""
LAST = 16
"""Looks that are kept of the end."""
MOST_KEPT = 8
"""Comparisons for one backward pass: a loss that has more is another kind."""
LARGEST = 2_000_000
"""Numbers that are compared at once."""
ARGUMENTS = {
    "triplet_margin_loss": ("anchor", "positive", "negative"),
    "cosine_embedding_loss": ("input1", "input2", "target"),
    "mse_loss": ("input", "target"),
}
Row = list[float]


class ComparedPairs:
    """Looks for as long as all passes compare on the same lines."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._compared: list[Comparison] = []
        self._passes = 0
        self._next = 1.0
        self._lines: tuple[Any, ...] | None = None
        self._first: list[Row] = []
        self._last: deque[Row] = deque(maxlen=LAST)
        self._place: dict[str, Any] | None = None
        self._both_learn = True
        self._alone = True
        self.is_open = True

    def begin(self) -> None:
        torch = self._kit.torch
        look = self._kit.guard(self._looked)
        for name in SIMILARITIES:
            for owner in (torch, torch.nn.functional):
                self._kit.patches.around(owner, name, self._watching(name, look))

    def _watching(self, name: str, look: Any) -> Any:
        def make(plain: Any) -> Any:
            def compare(*arguments: Any, **options: Any) -> Any:
                result = plain(*arguments, **options)
                if self.is_open and not self._kit.retired and _has_graph(result):
                    look(name, arguments, options, result)
                return result

            return compare

        return make

    def _looked(self, name: str, arguments: Any, options: Any, result: Any) -> None:
        named = [options[part] for part in ("x1", "x2") if part in options]
        parts = (*arguments, *named)[:2]
        if not self._is_due() or not self._can_be_compared(parts) or result.dim() != 1:
            return
        frame = asking_frame(self._kit.observer.places)
        if frame is not None:
            place = place_of(frame, self._kit.observer.places)
            left, right = parts
            self._keep(Comparison(left, right, result, SIMILARITIES[name], place=place))

    def given(self, name: str, arguments: Any, options: Any, place: Any) -> None:
        """What a loss function was called with that compares pairs by itself."""
        names = ARGUMENTS.get(name, ())
        self._alone = self._alone and bool(names)
        parts = [*arguments, *(options[part] for part in names if part in options)][: len(names)]
        if not names or not self._is_due() or place is None or len(parts) < len(names):
            return
        if not self._can_be_compared(parts[:2]):
            return
        if name == "triplet_margin_loss" and self._can_be_compared((parts[0], parts[2])):
            self._keep(Comparison(parts[0], parts[1], pulled=True, place=place))
            self._keep(Comparison(parts[0], parts[2], pulled=False, place=place))
        elif name == "cosine_embedding_loss" and can_be_read(self._kit.torch, parts[2]):
            labels = parts[2].detach().expand(len(parts[0]))
            self._keep(Comparison(parts[0], parts[1], None, True, labels > 0, place))
        elif name == "mse_loss" and parts[0].requires_grad and parts[1].requires_grad:
            self._keep(Comparison(parts[0], parts[1], pulled=True, place=place))

    def differentiated(self, root: Any) -> None:
        compared, self._compared = self._compared, []
        self._passes += 1
        if self._passes < self._next:
            return
        self._next = self._passes + 1 if self._passes < FIRST else self._passes * FARTHER
        if not compared:
            self.is_open = self._lines is None and self._passes < FIRST
            return
        with aside(self._kit.torch):
            self._look(root, compared)

    def finish(self) -> None:
        if self._lines is not None and self._first and self._last:
            self._kit.observer.record(
                "compared_pairs",
                passes=self._passes,
                first=self._first,
                last=list(self._last),
                both_learn=self._both_learn,
                alone=self._alone,
                place=self._place,
            )

    def _look(self, root: Any, compared: list[Comparison]) -> None:
        lines = tuple((one.place or {}).get("line") for one in compared)
        measures = {one.is_similarity for one in compared}
        fits = self._lines in (None, lines) and len(measures) == 1 and not root.dim()
        if not fits or root.grad_fn is None or len(compared) >= MOST_KEPT:
            self._close()
            return
        if self._lines is None:
            if _is_of_another_kind(root, compared):
                self._close()
                return
            self._lines, self._place = lines, compared[0].place
        sides = [side for one in compared for side in (one.left, one.right)]
        self._both_learn = self._both_learn and all(one.requires_grad for one in sides)
        numbers = self._measured(root, compared)
        if numbers is not None:
            self._kit.mail.send(together(self._kit.torch, numbers), self._read)

    def _read(self, numbers: Row) -> None:
        row = [rounded(one) for one in numbers]
        if len(self._first) < FIRST:
            self._first.append(row)
        self._last.append(row)

    def _measured(self, root: Any, compared: list[Comparison]) -> list[Any] | None:
        """How many are pulled, how far apart they are, both of those pushed, the deviation of
        all distances, and how much the directions of what is compared differ in a batch."""
        torch = self._kit.torch
        slopes = self._slopes(root, compared)
        distances = [one.distances(torch) for one in compared]
        if any(one is None for one in slopes) or not _can_be_told(compared, slopes):
            return None
        found = [_roles_of(torch, *each) for each in zip(compared, distances, slopes)]
        whole = torch.cat(distances).float()
        pulled, pushed = (torch.cat([one[at] for one in found]) for at in (0, 1))
        return [
            *_count_and_mean(whole, pulled),
            *_count_and_mean(whole, pushed),
            whole.std(),
            max(_spread(torch, side) for one in compared for side in (one.left, one.right)),
        ]

    def _slopes(self, root: Any, compared: list[Comparison]) -> list[Any]:
        """Of the loss by each distance; the roles where they are known already."""
        torch = self._kit.torch
        asked = [one.result for one in compared if one.result is not None]
        with torch.enable_grad():
            found = iter(
                torch.autograd.grad(root, asked, retain_graph=True, allow_unused=True)
                if asked
                else ()
            )
        slopes = [one.pulled if one.result is None else next(found) for one in compared]
        return [
            -one if other.is_similarity and other.result is not None and one is not None else one
            for one, other in zip(slopes, compared)
        ]

    def _keep(self, comparison: Comparison) -> None:
        self._compared = [*self._compared, comparison][-MOST_KEPT:]

    def _is_due(self) -> bool:
        return self.is_open and self._passes + 1 >= self._next and may_look(self._kit.torch)

    def _can_be_compared(self, parts: Any) -> bool:
        are_tensors = len(parts) == 2 and all(can_be_read(self._kit.torch, one) for one in parts)
        if not are_tensors or not is_of_pairs(*parts) or parts[0].numel() > LARGEST:
            return False
        return not any(is_chosen(one) for one in parts)

    def _close(self) -> None:
        self.is_open, self._lines = False, None


def _has_graph(result: Any) -> bool:
    return bool(getattr(result, "requires_grad", False))


def _is_of_another_kind(root: Any, compared: list[Comparison]) -> bool:
    return any(one.result is not None for one in compared) and seeks_a_value(root, compared)


def _can_be_told(compared: list[Comparison], slopes: list[Any]) -> bool:
    """Triplets are satisfied together; pairs that are masked in one of several places are not."""
    still = [one == 0 for one, other in zip(slopes, compared) if other.result is not None]
    if len(still) < 2 or not any(bool(one.any()) for one in still):
        return True
    return all(one.shape == still[0].shape and bool((one == still[0]).all()) for one in still)


def _roles_of(torch: Any, one: Comparison, distances: Any, slopes: Any) -> tuple[Any, Any]:
    if one.result is not None:
        return roles(distances, slopes)
    pulled = torch.zeros_like(distances, dtype=torch.bool) | slopes
    return pulled, ~pulled


def _count_and_mean(distances: Any, chosen: Any) -> list[Any]:
    count = chosen.sum()
    return [count, (distances * chosen).sum() / count.clamp(min=1)]


def _spread(torch: Any, rows: Any) -> Any:
    """From 1 for directions that cancel each other out to 0 for a single one."""
    directions = torch.nn.functional.normalize(rows.detach().float(), dim=1)
    return 1 - directions.mean(0).square().sum()
