from dataclasses import dataclass
from seismograd.faults import Span

@dataclass
class Program:
    path: str
    def is_broken(self, span: Span) -> bool:
        return False
