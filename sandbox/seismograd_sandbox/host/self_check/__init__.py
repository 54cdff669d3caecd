"""Checks that any sandbox is put through: what it promises, tried from inside.

A check may meet a sandbox whose walls are missing: then its script runs on the user's machine with
the user's rights, and must harm nobody. So every check keeps to this:

- Processes end by themselves: `scripts.python` gives each one, and each fork of it, an alarm.
- Nothing is done outside of the check's own project: `scripts.python` looks for a file of it first.
- Numbers are small, whatever the limits do: at most 64 processes or threads, half a GiB of memory,
  64 MiB of disk, two thousand open files. Loops that take something count.
- What is written, deleted or signalled was made for the check, and has a name that nothing else on
  the machine has (`decoys.new_secret`). A signal is one that others ignore.
- What belongs to others is at most looked at: it is never changed, and none of it is told.
- What walls should have kept in is removed by the check where it got out, and by the next
  self-check (`forgotten`) where this one is killed.
- The owner reads for a check only what has an end.
"""
