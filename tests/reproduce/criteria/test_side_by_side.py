"""What a report's code shows before and after loading."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.criteria.derive.side_by_side import before_and_after
from seismograd.reproduce.report.parse import parse_report

IN_ONE_LINE = """\
index = Index().fit(rows)
index.save("here")
other = Index.load("here")
for query in ("red", "blue"):
    print(query, index.nearest(query, 2), other.nearest(query, 2))
"""
IN_TWO_LINES = """\
tagger = Tagger(labels=["A", "B"])
tagger.train(texts)
print("trained:", tagger.tag("some words"))
tagger.dump("tagger.bin")
again = load_tagger("tagger.bin")
print("loaded:", again.tag("some words"))
"""
BY_NAMES = """\
old = build(); fit(old, data)
torch.save(old.state_dict(), "m.pt")
new = build()
new.load_state_dict(torch.load("m.pt"))
a = old(x)
b = new(x)
print(a, b)
"""
IN_A_LOOP = """\
scaler = Scaler().fit(table)
scaler.to_file("scaler.json")
copy = Scaler.from_file("scaler.json")
for one in (scaler, copy):
    print(one.transform(table[:1]))
"""
IN_A_TEXT = """\
first = Vocabulary(words)
first.save(path)
second = Vocabulary.load(path)
print(f"{first.encode('a b')} vs {second.encode('a b')}")
"""
WITHOUT_A_NAME = """\
net = Net(kind="b")
save(net, "folder")
print(net.scores(rows))
print(load("folder").scores(rows))
"""
AS_AN_ARGUMENT = """\
import store
net = Net()
print(accuracy(net, rows))
store.dump(net, "m.pt")
print(accuracy(store.load_net("m.pt"), rows))
"""


@pytest.mark.parametrize(
    ("code", "pair"),
    [
        (IN_ONE_LINE, ("index.nearest(query, 2)", "other.nearest(query, 2)")),
        (IN_TWO_LINES, ("tagger.tag('some words')", "again.tag('some words')")),
        (BY_NAMES, ("old(x)", "new(x)")),
        (IN_A_LOOP, ("scaler.transform(table[:1])", "copy.transform(table[:1])")),
        (WITHOUT_A_NAME, ("net.scores(rows)", "load('folder').scores(rows)")),
        (AS_AN_ARGUMENT, ("accuracy(net, rows)", "accuracy(store.load_net('m.pt'), rows)")),
        (IN_A_TEXT, ("first.encode('a b')", "second.encode('a b')")),
    ],
)
def test_pairs_that_are_the_same_but_for_what_was_loaded(code: str, pair: tuple[str, str]) -> None:
    found = before_and_after(parse_report(f"Other after load\n\n```python\n{code}```\n"))
    assert [(one.first, one.second) for one in found] == [pair]


@pytest.mark.parametrize(
    "code",
    [
        "a = Net()\nb = Net()\nprint(a(x), b(x))\n",
        "a = Net()\nprint(a)\nsave(a, 'x')\nprint(load('x'))\n",
        "a = rows()\nprint(score(a))\nprint(score(make_loader(1)))\n",
        "a = rows()\nprint(score(a))\nprint(score(download('b')))\n",
        "a = Net.load('x')\nprint(a.predict(x), a.predict(y))\n",
        "a = Net()\na.save('x')\nb = Net.load('x')\nprint(a.width, b(x))\n",
        "a = Net.load('x')\nb = Net.load('y')\nprint(a(x), b(x))\n",
        "model = Net()\nprint(model(x))\n",
    ],
)
def test_other_things_that_are_shown(code: str) -> None:
    assert before_and_after(parse_report(f"Title\n\n```python\n{code}```\n")) == []


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Everybody gets the same list after a restart", ""),
        ("Search results are not what they were before", "I save and load the index in between."),
        ("Works fine until I restart the service", "Then every user has identical suggestions."),
        ("Loaded tagger gives the same tag for every word", "In the session it is right."),
        ("After loading, all documents are in the same cluster", "It isn't what I got before."),
        ("predict after load: same class for all inputs", "before saving they differ"),
        ("labels no longer the ones I fitted after reloading", ""),
    ],
)
def test_words_for_it(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert "reload" in [one.symptom for one in found[:2]]


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("All users get the same list", "Nothing else is wrong."),
        ("Loading takes the same time for every file", ""),
        ("Works great", "I restart it every week."),
        ("Where is the folder for checkpoints?", "Everyone uses the same one, I guess."),
    ],
)
def test_words_for_something_else(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert "reload" not in [one.symptom for one in found if one.confidence >= 0.4]


def test_code_and_words_together_are_plain() -> None:
    words = "# Strange neighbours\n\nBoth should be the same."
    report = parse_report(f"{words}\n\n```python\n{IN_ONE_LINE}```\n")
    assert derive(report)[0].symptom == "reload"
    assert derive(report)[0].confidence >= 0.85
