"""Repairs that this server has begun and that still go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.llm import LanguageModel
from seismograd.localise.diagnose_training import diagnose_summary
from seismograd.localise.diagnosis import Diagnosis
from seismograd.lsp.diagnose_model import second_opinion
from seismograd.lsp.live_runs import LiveRun
from seismograd.repair.deadline import Deadline
from seismograd.repair.options import RepairOptions
from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.progress import RepairProgress
from seismograd.repair.repair_run import repair_run
from seismograd.repair.results.result import RepairResult
from seismograd.repair.results.save_repair import save_repair
from seismograd.repair.results.saved_repair import SavedRepair, saved_trial
from seismograd.reports.repair_report import repair_report
from seismograd.runs.watched_run import WatchedRun
from seismograd.settings import Settings

RUNNING, QUEUED = "running", "queued"


@dataclass
class LiveRepair:
    """One repair: carried out in a thread of its own, looked at from others."""

    run: LiveRun
    """The training as it is, watched."""
    settings: Settings
    options: RepairOptions
    model: LanguageModel | None = None
    """What it suspects is tried like anything else."""
    cancel: Cancellation = field(default_factory=Cancellation)
    status: str = QUEUED

    def __post_init__(self) -> None:
        self.progress = RepairProgress(self.options.trainings)
        self.snapshot = Snapshot(self.root)

    @property
    def id(self) -> str:
        """That of its run."""
        return self.run.folder.id

    @property
    def root(self) -> Path:
        return Path(self.run.record.root)

    def carry_out(self) -> RepairResult:
        """After the run; raises `EmptyTrace` and `SandboxUnusable`."""
        watched = WatchedRun(self.run.summary, self.run.plan, self.run.choice)
        return repair_run(
            watched,
            self._diagnose,
            self.settings,
            self.options,
            self.snapshot,
            Deadline(cancel=self.cancel),
            self.progress.listener,
        )

    def _diagnose(self) -> Diagnosis:
        summary, say = self.run.summary, self.progress.listener.say
        found = diagnose_summary(summary, self.settings)
        return second_opinion(found, summary, self.model, self.cancel, say)

    def save(self, result: RepairResult) -> Path:
        """For later sessions, and as a page; raises `OSError`."""
        report = repair_report(result, self.run.record)
        patches = [one.patch for one in result.patches]
        return save_repair(self.id, report, patches, self.snapshot)

    def shown(self) -> SavedRepair:
        """As it stands now."""
        record, objective = self.run.record, self.progress.objective
        return SavedRepair(
            self.root,
            self.id,
            record.title,
            self.status,
            self.progress.line if self.status == RUNNING else "",
            record.entry,
            tuple(record.arguments),
            f"{objective.name} ({objective.direction.value})" if objective else "",
            trials=tuple(map(saved_trial, list(self.progress.trials))),
        )
