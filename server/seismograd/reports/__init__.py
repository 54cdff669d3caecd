"""What people and tools read: text, JSON, SARIF, GitHub annotations, rule pages."""
