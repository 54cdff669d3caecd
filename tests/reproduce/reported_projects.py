"""Two small files and the reports about them: one that is reproduced soon, one that hangs."""

from __future__ import annotations

ARITHMETIC = """\
def halve(number):
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def quarter(number):
    return halve(halve(number))
"""
TITLE = "Quarter fails for some numbers"
ISSUE = f"""\
# {TITLE}

```python
from arithmetic import quarter

quarter(6)
```

    Traceback (most recent call last):
      File "main.py", line 3, in <module>
        quarter(6)
      File "arithmetic.py", line 8, in quarter
        return halve(halve(number))
      File "arithmetic.py", line 3, in halve
        raise ValueError(f"{{number}} is odd")
    ValueError: 3 is odd

With `quarter(8)` it works.
"""
HANGING = "import time\nfrom pathlib import Path\n\n\ndef hang():\n    time.sleep(600)\n"
HANGING_TITLE = "hang() raises a ValueError"
HANGING_ISSUE = f"""\
# {HANGING_TITLE}

```python
from hanging import hang

hang()
```

ValueError: it hangs
"""
