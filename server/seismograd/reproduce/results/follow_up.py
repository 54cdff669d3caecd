"""What is made of a reproduction while the tree it was made in is still there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.case import Listener
from seismograd.reproduce.commits.bisect import (
    Bisection,
    OpenTrialRunner,
    Outcome,
    Range,
    ScriptOracle,
    bisect_with,
)
from seismograd.reproduce.commits.repository import GitError, open_repository
from seismograd.reproduce.results.findings import findings_of
from seismograd.reproduce.results.regression_test import regression_test
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.results.write_results import name_from
from seismograd_sandbox.host.sandbox import SandboxUnusable


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What a user wants besides the script."""

    test: bool = False
    test_file: Path | None = None
    """Where the test goes; else beside the script."""
    bisect: Range | None = None


@dataclass(frozen=True, slots=True)
class FollowUp:
    root: Path
    """The user's project."""
    tree: Path
    """Where it was reproduced: the same, or a worktree."""
    open: OpenTrialRunner
    listen: Listener
    cancel: Cancellation

    def complete(self, result: Reproduction, outputs: OutputOptions) -> Reproduction:
        proof, fingerprint = result.proof, result.fingerprint
        if proof is None or fingerprint is None or not proof.is_faithful:
            return result
        found = findings_of(result, self.root, self.tree)
        head = None if result.commit else _head(self.root)
        result = replace(result, findings=tuple(found), head=head)
        if outputs.test:
            text = regression_test(proof, f"test_{name_from(result.title)}")
            result = replace(result, test_source=text)
        if outputs.bisect is not None and not self.cancel:
            oracle = ScriptOracle(proof.candidate.source, fingerprint, self.open)
            result = replace(result, bisection=self._bisection(oracle, outputs.bisect))
        return result

    def _bisection(self, oracle: ScriptOracle, wanted: Range) -> Bisection:
        """What was reproduced stays so, whatever becomes of the history."""
        try:
            return bisect_with(oracle, self.root, wanted, self.listen, self.cancel)
        except (GitError, SandboxUnusable) as error:
            return Bisection(Outcome.UNDECIDED, str(error))


def _head(root: Path) -> str | None:
    try:
        return open_repository(root).resolve("HEAD")
    except GitError:
        return None
