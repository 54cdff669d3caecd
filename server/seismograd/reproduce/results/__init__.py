"""What is handed over: the script, its report, a test, findings, and what is kept of it."""
