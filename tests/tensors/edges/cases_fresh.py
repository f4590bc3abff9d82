"""Edge cases drawn at random from a seed: phrases with holes, filled from pools of operands, dtypes, shapes, keys, dims, numbers and arguments. See make_edges.py.

A hole is `$name`; `$name1` is filled alike wherever it stands in the phrase. Phrases are grouped by what a lesson does; groups are drawn evenly, so that a
group with many phrases does not crowd the others out. phrases_LIBRARY.py hold the phrases; DRAWS says which seeds were drawn, and how many cases each.
"""
import importlib
import random
import re

HOLE = re.compile(r'\$([a-z]+)(\d?)')
# (seed, cases): each was counted against perch before anything it showed was mended (bench/results).
DRAWS = [(1, 900), (2, 900), (3, 900)]
# Draws of one library alone: MXNet's, NumPy's and torch's of 3001 (and NumPy's of 3002) were looked through and mended by classes, seed 4 was counted first, as those above.
MORE = {'mxnet': [(101, 1500), (102, 1500)], 'torch': [(4, 525), (3001, 1500)], 'numpy': [(4, 219), (3001, 1000), (3002, 1000)]}
SHARES = {'torch': 60, 'numpy': 25, 'mxnet': 15}


def fill(phrase, pools, rng):
    """The phrase with its holes filled; what fills a hole may have holes."""
    bound = {}

    def one(match):
        name, number = match.groups()
        if number and (name, number) in bound:
            return bound[name, number]
        pool = pools[name]
        text = HOLE.sub(one, pool(rng) if callable(pool) else rng.choice(pool))
        if number:
            bound[name, number] = text
        return text
    return HOLE.sub(one, phrase)


def draw(library, seed, count):
    """`count` different cases of a library."""
    phrases = importlib.import_module('phrases_' + library)
    rng, cases = random.Random(f'{library} {seed}'), []
    seen = set()
    while len(cases) < count:
        case = fill(rng.choice(phrases.GROUPS[rng.choice(sorted(phrases.GROUPS))]), phrases.POOLS, rng)
        if case not in seen and ' ==> ' not in case:
            seen.add(case)
            cases.append(case)
    return cases


def cases(library):
    """All draws of a library; a case that an earlier draw had stays where it was first."""
    drawn = {}
    for seed, count in [(seed, count * SHARES[library] // 100) for seed, count in DRAWS] + MORE.get(library, []):
        for case in draw(library, seed, count):
            drawn.setdefault(case, seed)
    return list(drawn)
