"""Each counts one side of a run, in memory that does not grow with the trace."""
