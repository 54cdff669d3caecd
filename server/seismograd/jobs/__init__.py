"""Long work that people watch and can stop; heavy work is not forgotten."""

from seismograd.jobs.job import Job, JobRecord, JobState, JobStatus
from seismograd.jobs.registry import Jobs

__all__ = ["Job", "JobRecord", "JobState", "JobStatus", "Jobs"]
