"""What somebody would do by hand to reproduce a report, step by step."""
