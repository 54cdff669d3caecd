"""A script and the same with words at its top."""

from __future__ import annotations

from seismograd.reproduce.candidate import Departure
from seismograd.reproduce.validate.fidelity.departures import code_of, moved_to

PLAIN = "import net\n\nSIZE = 4\nnet.run(SIZE, half=True)\n"
DRESSED = (
    '"""What it shows.\n\nAnd how.\n"""\n\nimport net\n\nSIZE = 4  # the trigger\n\n'
    "net.run(SIZE, half=True)\n"
)


def test_words_and_comments_do_not_count() -> None:
    assert code_of(PLAIN) == code_of(DRESSED)
    assert code_of(PLAIN) != code_of(PLAIN.replace("4", "5"))


def test_a_departure_is_on_the_line_of_its_code() -> None:
    departure = Departure("half=True", 4)
    assert moved_to(departure, PLAIN, DRESSED) == Departure("half=True", 10)
    assert moved_to(departure, PLAIN, PLAIN) == departure
