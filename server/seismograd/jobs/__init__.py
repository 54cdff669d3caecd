"""Long work that people watch and can stop."""

from seismograd.jobs.job import Job, JobState, JobStatus
from seismograd.jobs.registry import Jobs

__all__ = ["Job", "JobState", "JobStatus", "Jobs"]
