"""From a bug report to a script that was executed, goes through the project, and has a control."""
