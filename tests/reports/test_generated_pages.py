"""The pages that are made from code are those that lie in the repository."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from seismograd.cli.generated_pages import FOLDERS, write_pages
from seismograd.localise.weights import all_weights
from seismograd.reports.page_html import page_html
from seismograd.reports.symptom_page import NO_CAUSE, symptom_markdown, symptom_text
from seismograd.traces.symptom import SymptomDetector
from seismograd.traces.symptoms import all_detectors, dead_units, detectors_by_name

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = ("When it is reported", "Why is this bad?", "How to fix", "Causes")
WITHOUT_NUMBERS = {
    "attention-on-padding", "turned-direction", "turned-mask", "turned-quantiles",
    "broadcast-loss", "constant-inputs", "flat-network", "future-seen", "gradient-cut",
    "ignored-class",
    "linear-network", "lost-amplitude", "lost-positions", "maximised-loss", "mixed-examples",
    "order-without-effect",
    "pointwise-convolutions", "probabilities-as-scores",
    "scale-without-effect", "swapped-arguments", "symmetric-weights", "target-is-input",
}  # fmt: skip
"""They have no threshold: something is so, or it is not."""
every_detector = pytest.mark.parametrize("detector", all_detectors(), ids=lambda one: one.name)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_written_pages_are_current(folder: str) -> None:
    written = {path.name: path.read_text("utf-8") for path in (DOCS / folder).glob("*.md")}
    pages = FOLDERS[folder]()
    stale = sorted(
        name for name in written.keys() | pages.keys() if written.get(name) != pages.get(name)
    )
    assert stale == [], "run: make docs (python -m seismograd.cli.generated_pages docs)"


def test_pages_of_removed_rules_are_removed(tmp_path: Path) -> None:
    (tmp_path / "SG000.md").write_text("gone")
    write_pages(tmp_path, {"SG101.md": "# here"})
    assert [path.name for path in tmp_path.iterdir()] == ["SG101.md"]


@every_detector
def test_the_page_of_a_symptom_has_every_section(detector: SymptomDetector) -> None:
    page = symptom_markdown(detector)
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == [*SECTIONS]


@every_detector
def test_thresholds_come_from_the_code(detector: SymptomDetector) -> None:
    """A section that says when a symptom is reported names a constant of its detector."""
    section = (type(detector).__doc__ or "").partition("## Why is this bad?")[0]
    named = set(re.findall(r"{(\w+)", section))
    assert named <= vars(sys.modules[type(detector).__module__]).keys()
    assert bool(named) == (detector.name not in WITHOUT_NUMBERS)
    assert "{" not in symptom_text(detector)


def test_a_page_follows_its_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "70% or more" in symptom_text(detectors_by_name()["dead-units"])
    monkeypatch.setattr(dead_units, "DEAD", 0.25)
    assert "25% or more" in symptom_text(detectors_by_name()["dead-units"])


def test_every_symptom_that_speaks_for_a_cause_has_a_page() -> None:
    weighed = {name for weights in all_weights().values() for name in weights.symptoms}
    assert weighed - detectors_by_name().keys() == set()


def test_a_page_names_the_causes_it_speaks_for() -> None:
    page = symptom_markdown(detectors_by_name()["updates-too-small"])
    assert page.startswith("# update-size\n")
    assert re.search(r"`learning-rate-too-small` .* strong \(`updates-too-small`\)", page)
    assert NO_CAUSE in symptom_markdown(detectors_by_name()["loader-bound-time"])


def test_links_between_pages_lead_somewhere() -> None:
    for path in (DOCS / "symptoms").glob("*.md"):
        for link in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
            assert (path.parent / link).is_file(), f"{path.name}: {link}"


def test_pages_become_html_without_links() -> None:
    text = "Seen <b>.\n\n## How to fix\nSee [it](it.md):\n\n- `a < b`,\n  or\n- nothing."
    assert page_html(text) == (
        "<p>Seen &lt;b&gt;.</p><h4>How to fix</h4><p>See it:</p>"
        "<ul><li><code>a &lt; b</code>, or</li><li>nothing.</li></ul>"
    )
