"""Long work that people watch and can stop, and that is not forgotten."""

from seismograd.jobs.history import JobHistory
from seismograd.jobs.history_thread import HistoryThread
from seismograd.jobs.job import Job, JobRecord, JobState, JobStatus
from seismograd.jobs.registry import Jobs

__all__ = ["HistoryThread", "Job", "JobHistory", "JobRecord", "JobState", "JobStatus", "Jobs"]
