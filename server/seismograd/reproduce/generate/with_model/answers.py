"""The forms of a model's answers, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from seismograd.llm import Malformed, Schema
from seismograd.llm.schema import array, code, integer, record, text
from seismograd.llm.structured import code_in
from seismograd.reproduce.candidate import Candidate, Patch, Switch
from seismograd.reproduce.generate.with_model.line_edits import Edit, edited, fitted_patches
from seismograd.reproduce.generate.with_model.lookups import FORMS, MOST_AT_ONCE
from seismograd.reproduce.generate.with_model.needs_answers import why_untrue
from seismograd.reproduce.generate.with_model.script_fixes import without_annotations
from seismograd.reproduce.generate.with_model.switch_answers import constants, usable
from seismograd.whole_sentences import whole_sentences

LONGEST_SCRIPT = 60_000
LONGEST_IDEA = 300
LONGEST_REASON = 1_500
MOST_PATCHES = 8

_IDEA = text("One short sentence for people: what the whole script does, not what was edited.")
_PLAN = array(
    text("One step, with its concrete values."),
    "Ordered steps: what is built, with which sizes and values, what is called, what is checked.",
)
_SWITCHES = array(
    record(
        name=text("A constant that the script assigns at its top level."),
        trigger=text("The Python literal that the script assigns: the bug shows."),
        control=text("The Python literal with which the same script shows no bug."),
    ),
    "The constants that hold the trigger.",
)
_PATCHES = array(
    record(
        file=text("A file of the project, as it is quoted."),
        first=integer("First line to replace, as numbered there."),
        last=integer("Last line to replace."),
        text=text("The sound lines instead, with their indentation."),
        what=text("What is sound about them, in a few words."),
    ),
    f"At most {MOST_PATCHES}, which together mend the bug: how the lines of the project at fault "
    "should read. The script is run on a copy with them and must then say NOT REPRODUCED.",
)
_NEEDS = text(
    "Empty, or why the bug cannot be shown here at all. It begins with the kind: gpu, data, "
    "package or cluster, if one is missing; absent, if the project has nothing of what the report "
    "is about or does not have the bug. Then which, and why."
)
_OBJECTION = text(
    "Empty, or why the criteria do not fit the report: no honest script that shows what it "
    "describes could pass them. Then they are settled anew."
)
_REQUESTS = array(
    text(f"One of {FORMS}."),
    "What of the project you have to see before you can answer, with `script` and `edits` empty; "
    f"at most {MOST_AT_ONCE}. Empty where you know enough.",
)
# One form for first and later answers: a provider's cache does not outlast a change of it.
ANSWER: Schema = record(
    analysis=text(
        "What the report says goes wrong, where in the project, and what triggers it; after a "
        "failed attempt, what went wrong in it and why, before anything is changed."
    ),
    requests=_REQUESTS,
    plan=_PLAN,
    edits=array(
        record(
            first=integer("First line to replace, counted from 1."),
            last=integer("Last line to replace; first - 1 to insert before `first`."),
            was=text("What line `first` says now; empty to insert."),
            lines=array(text("A line, with its indentation and without a line break.")),
        ),
        "Edits of the last script by its present line numbers; empty where there is none, or where "
        "`script` is given.",
    ),
    script=code(
        "The whole script, where there is none yet or the last one is to be given up; else empty."
    ),
    switches=_SWITCHES,
    patches=_PATCHES,
    idea=_IDEA,
    objection=_OBJECTION,
    needs=_NEEDS,
)


@dataclass(frozen=True, slots=True)
class Proposal:
    analysis: str
    plan: tuple[str, ...]
    script: str = ""
    """Empty where one of the last three says why."""
    switches: tuple[Switch, ...] = ()
    patches: tuple[Patch, ...] = ()
    idea: str = ""
    requests: tuple[str, ...] = ()
    objection: str = ""
    needs: str = ""


def reader(
    last: Candidate | None, root: Path, tried: Sequence[Candidate] = (), environment: str = ""
) -> Callable[[Mapping[str, Any]], Proposal]:
    """Reads an answer, which may edit the last script; raises `Malformed`.

    `tried` are all scripts so far: none is worth trying again with the same controls. What the
    environment has cannot be missing.
    """
    last_script = None if last is None else last.source

    def read(answer: Mapping[str, Any]) -> Proposal:
        script = _script(answer, last_script)
        if last is not None and not script.strip() and _is_control_alone(answer):
            script, answer = last.source, _with_switches(answer, last)
        answer = answer if last is None else _with_controls(answer, script, last)
        begun = Proposal(answer["analysis"], tuple(answer["plan"]))
        if not script.strip():
            return _without_script(answer, begun, environment)
        switches = usable(answer["switches"], script, bool(answer["patches"]))
        proposal = replace(
            begun,
            script=script,
            switches=switches,
            patches=_patches(answer["patches"], root, bool(switches)),
            idea=_idea(answer, last),
        )
        if last is not None and _is_same(last, proposal):
            raise Malformed(
                "The script is the last one without any change, and so are its controls."
            )
        _demand_new(proposal, tried)
        return proposal

    return read


def _demand_new(proposal: Proposal, tried: Sequence[Candidate]) -> None:
    """The same script with another control is something new."""
    for number, one in enumerate(tried, start=1):
        if _is_same(one, proposal):
            raise Malformed(
                f"The script and its controls are those of attempt {number}, which failed already."
            )


def _is_same(one: Candidate, proposal: Proposal) -> bool:
    return one.source == proposal.script and _controls(one) == _controls(proposal)


def _controls(one: Candidate | Proposal) -> tuple[object, object]:
    return one.switches, [
        (patch.file, patch.first, patch.last, patch.text) for patch in one.patches
    ]


def _idea(answer: Mapping[str, Any], last: Candidate | None) -> str:
    """Of an edited script that of the first one: of edits people say what they mend."""
    if last is not None and not answer["script"].strip():
        return last.idea
    return whole_sentences(answer["idea"], LONGEST_IDEA) or "A script by a language model"


def _with_controls(answer: Mapping[str, Any], script: str, last: Candidate) -> Mapping[str, Any]:
    """Who edits a script and says nothing of its controls means them to stay."""
    if not answer["edits"] or answer["script"].strip():
        return answer
    if answer["switches"] or answer["patches"]:
        return answer
    assigned = constants(script)
    kept = [one for one in last.switches if assigned is not None and assigned[one.name] == 1]
    switches = [asdict(switch) for switch in kept]
    return {**answer, "switches": switches, "patches": [asdict(patch) for patch in last.patches]}


def _is_control_alone(answer: Mapping[str, Any]) -> bool:
    """Other controls for the last script, and no reason against it."""
    return bool(answer["patches"]) and not any(
        one.strip() for one in (*answer["requests"], answer["objection"], answer["needs"])
    )


def _with_switches(answer: Mapping[str, Any], last: Candidate) -> Mapping[str, Any]:
    """Its switches stay where none are named."""
    kept = [asdict(switch) for switch in last.switches]
    return {**answer, "switches": answer["switches"] or kept}


def _without_script(answer: Mapping[str, Any], begun: Proposal, environment: str) -> Proposal:
    requests = [one for one in answer["requests"] if one.strip()]
    given = replace(
        begun,
        requests=tuple(requests[:MOST_AT_ONCE]),
        objection=_sentence(answer["objection"]),
        needs=_sentence(answer["needs"]),
    )
    if not (given.requests or given.objection or given.needs):
        raise Malformed("The answer holds neither a script nor edits.")
    untrue = why_untrue(given.needs, environment)
    if untrue:
        raise Malformed(untrue)
    return given


def _sentence(words: str) -> str:
    return whole_sentences(words, LONGEST_REASON)


def _patches(given: list[Mapping[str, Any]], root: Path, has_switch: bool) -> tuple[Patch, ...]:
    """Raises `Malformed` where none fits and there is no other control, and for too many."""
    if len(given) > MOST_PATCHES:
        raise Malformed(f"There are {len(given)} patches; at most {MOST_PATCHES} are applied.")
    wished = [Patch(**_members(patch)) for patch in given]
    sound, troubles = fitted_patches(wished, root)
    if troubles and not sound and not has_switch:
        raise Malformed(" ".join(troubles))
    return tuple(sound)


def salvaged(answer: str) -> Mapping[str, Any] | None:
    """The code in an answer that has no form at all; None if there is none."""
    script = code_in(answer)
    return {"script": script} if script.strip() else None


def supplemented(value: Mapping[str, Any], answer: str) -> Mapping[str, Any]:
    """With the script that stands beside the JSON, where nothing in it says what to do else."""
    members = ("script", "edits", "requests", "objection", "needs")
    script = "" if any(value.get(name) for name in members) else code_in(answer)
    return {**value, "script": script} if script.strip() else value


def _script(answer: Mapping[str, Any], last_script: str | None) -> str:
    whole = _unfenced(answer["script"])
    edits = [Edit(e["first"], e["last"], _lines(e["lines"]), e["was"]) for e in answer["edits"]]
    if edits and last_script is None and not whole.strip():
        raise Malformed("There is no script yet that could be edited; give a whole one.")
    script = whole if whole.strip() or not edits else edited(last_script or "", edits)
    script = without_annotations(script)
    if len(script) > LONGEST_SCRIPT:
        raise Malformed(f"The script is longer than {LONGEST_SCRIPT} characters.")
    return script if not script or script.endswith("\n") else f"{script}\n"


def _unfenced(script: str) -> str:
    """Models fence code even where nothing else can stand."""
    lines = script.strip("\n").splitlines()
    if len(lines) >= 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        return "\n".join(lines[1:-1])
    return script.strip("\n")


def _lines(lines: list[str]) -> tuple[str, ...]:
    """A line may hold several: models are not strict about it."""
    return tuple(part for line in lines for part in (line.splitlines() or [""]))


def _members(patch: Mapping[str, Any]) -> dict[str, Any]:
    return {name: patch[name] for name in ("file", "first", "last", "text", "what")}
