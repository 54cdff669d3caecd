"""From a bug report to a script that was executed, goes through the project, and has a control.

`request` is what a user asks for. `search` reads criteria from the report and makes a `case` of
each set of them; `search_case` lets generators `propose` scripts, which climb the `ladder`, and
makes a `proof` of one that holds. `results` are written; `writer_session` is the same for somebody
from outside who writes the scripts, one call after the other.
"""
