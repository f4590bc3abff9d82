"""What the programs of bench/train share: a loop that answers its lines. "make NAME" prepares a row (answer: the floating-point operations of a step, 0 where unknown), "go N" plays N steps (answer: seconds)."""
import sys
import time


class Batches:
    """Inputs that change from step to step: a few batches in turns."""

    def __init__(self, make, count=4):
        self.made = [make() for _ in range(count)]
        self.at = 0

    def next(self):
        self.at = (self.at + 1) % len(self.made)
        return self.made[self.at]


def serve(rows, clock):
    """Until the lines end. rows: name to a function that gives (step, operations); a step waits for its own numbers."""
    clock = getattr(time, clock)
    step = None
    for line in sys.stdin:
        word, _, name = line.strip().partition(" ")
        if word == "make":
            step = None                 # (the row before gives its memory back first)
            step, answer = rows[name]()
            step()
            step()
        else:
            start = clock()
            for _ in range(int(name)):
                step()
            answer = clock() - start
        print(answer, flush=True)
