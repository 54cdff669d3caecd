"""Where drafts begin: the code and the tracebacks of a report."""
