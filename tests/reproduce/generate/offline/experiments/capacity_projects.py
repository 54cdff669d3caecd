"""Small projects with buffers, caches and queues that keep all they are given."""

from __future__ import annotations

from tests.reproduce.generate.offline.experiments.projects import Project

QUEUE = Project(
    "queue",
    {
        "contrast/__init__.py": "",
        "contrast/queue.py": """\
from collections import deque


class NegativeQueue:
    '''The last keys, as negatives.'''

    def __init__(self, max_size=4096):
        self.max_size = max_size
        self.keys = deque()

    def enqueue(self, keys):
        self.keys.append(keys.detach())
""",
    },
    "# NegativeQueue grows without limit\n\nThe queue keeps growing beyond `max_size`.\n",
    (("deque()", "deque(maxlen=max_size)"),),
)
CACHE = Project(
    "cache",
    {
        "features.py": """\
class FeatureCache:
    def __init__(self, max_entries: int = 1000):
        self.max_entries = max_entries
        self._features = {}

    def get(self, key):
        return self._features.get(key)

    def put(self, key, features):
        self._features[key] = features
        if len(self._features) < 0:
            self._features.pop(next(iter(self._features)))
""",
    },
    "Feature cache never evicts anything\n\nRAM goes up all the time although I gave "
    "`max_entries=100`.\n",
    (("len(self._features) < 0", "len(self._features) > self.max_entries"),),
)
REPLAY = Project(
    "replay",
    {
        "agent/__init__.py": "",
        "agent/memory.py": """\
import random


class ReplayMemory:
    def __init__(self, capacity, seed=0):
        self.capacity = capacity
        self.steps = []
        self.random = random.Random(seed)

    def __len__(self):
        return len(self.steps)

    def push(self, state, action, reward, next_state):
        self.steps.append((state, action, reward, next_state))

    def sample(self, count):
        return self.random.sample(self.steps, count)
""",
    },
    "# len(memory) is 50000 although the capacity is 1000\n\nOld transitions are never dropped.\n",
    (
        (
            "self.steps.append((state, action, reward, next_state))",
            "self.steps.append((state, action, reward, next_state))\n"
            "        if len(self) > 2 * self.capacity:\n"
            "            self.steps = self.steps[-self.capacity :]",
        ),
    ),
)
ALL = (QUEUE, CACHE, REPLAY)
BY_EPISODES = Project(
    "by-episodes",
    {
        "buffer.py": """\
class RolloutBuffer:
    '''The steps of the last `capacity` episodes.'''

    def __init__(self, capacity=10):
        self.capacity = capacity
        self.steps = [[]]

    def __len__(self):
        return sum(len(one) for one in self.steps)

    def add(self, state, done=False):
        self.steps[-1].append(state)
        if done:
            self.steps = [*self.steps, []][-self.capacity :]
""",
    },
    "# Buffer grows beyond its capacity\n\nThe buffer holds more steps than the capacity says.\n",
    (),
)
OF_TEXTS = Project(
    "of-texts",
    {
        "store.py": """\
class TextStore:
    def __init__(self, max_length=16):
        self.max_length = max_length
        self.texts = []

    def add(self, line):
        self.texts.append(line[: self.max_length])
""",
    },
    "# TextStore grows over max_length\n\nThe store grows and grows, over max_length.\n",
    (),
)
RIGHT = (BY_EPISODES, OF_TEXTS)
