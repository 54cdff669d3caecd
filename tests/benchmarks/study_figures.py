"""The study's faults that are found statically, beside what other tools reached."""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.figures import Figure
from tests.benchmarks.study_score import report


def measure() -> Iterator[Figure]:
    result = report()
    published = result["published_means"]
    for name, part in result["severities"].items():
        figures = part["summary"]
        recall, precision, f3 = figures["means"]["type"]
        details = {
            "recall": recall,
            "precision": precision,
            "F3": f3,
            "NeuraLint F3": published["before"]["NeuraLint"][2],
            "on fixed": figures["alarms_on_fixed"],
        }
        title = f"study faults found, {name}"
        yield Figure(title, figures["found"], unit=f"of {figures['faults']}", details=details)
