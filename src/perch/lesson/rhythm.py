"""How a person types: the time between two keys, the same for the same seed.

The times of a text add up to its length over the speed, about: words come in bursts, a new word, a bracket, a line take a little thought.
"""
import random

THOUGHT = {' ': 1.25, '\n': 3.2, '(': 1.5, ',': 1.1, '=': 1.6, '.': 1.1, "'": 1.3, '"': 1.3, '#': 2.0}
MEAN = 1.12         # of the factors, over the code of lessons


class Rhythm:
    def __init__(self, seed=0):
        self.random = random.Random(seed)

    def times(self, text, cps):
        """Seconds from the first key to each character of the text."""
        times, at = [], 0.0
        for i, c in enumerate(text):
            before = text[i - 1] if i else ' '
            factor = THOUGHT.get(before, 0.8)
            if before == ' ' == c:      # blanks at a line's beginning come by themselves
                factor = 0.05
            at += factor / MEAN / cps * self.random.uniform(0.55, 1.45)
            times.append(at)
        return times


def reading(text):
    """Seconds that an audience wants for a text that has just come."""
    wide = sum(c >= '\u2e80' for c in text)
    words = len([w for w in text.split() if w.isascii()])
    return min(0.6 + words * 0.16 + wide * 0.09, 8.0)
