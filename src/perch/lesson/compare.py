"""Do two outputs say the same? Numbers to a tolerance, `...` in what is saved stands for anything; times, dates, addresses, temporary paths and the width of gaps say
nothing."""
import difflib
import math
import re

TOKEN = re.compile(r'''
    (?P<ellipsis>\.\.\.)
  | (?P<path>(?:/tmp|/var/tmp|/var/folders|/private/tmp)/[^\s'"<>()\[\],:]*)
  | (?P<date>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?
      | \d{4}/\d\d/\d\d
      | \b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s+(?:\d{1,2}\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:\s+\d{1,2})?(?:,?\s+\d\d:\d\d:\d\d)?(?:\s+[A-Z]{3,4})?(?:,?\s+\d{4})?)
  | (?P<clock>\b\d{1,3}:\d\d(?::\d\d)?(?:\.\d+)?\b)
  | (?P<loops>\b[\d,]+\ loops?\ each|\b\d+\ runs?\b)
  | (?P<rate>(?<![\w.])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s?[A-Za-z]+/s(?:ec(?:ond)?)?\b)
  | (?P<time>(?<![\w.])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s?(?:ns|µs|μs|us|ms|s|secs?|seconds?|mins?|minutes?|h|hours?)(?![\w/]))
  | (?P<address>\b0x[0-9a-fA-F]{4,}\b)
  | (?P<word>[^\W\d]\w*)
  | (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
  | (?P<line>\s*\n\s*)
  | (?P<gap>\s+)
  | (?P<other>.)
''', re.X | re.S)
SAME = {'path', 'clock', 'loops', 'rate', 'time', 'address', 'date'}     # one stands for another of its kind
TIMES = {'clock', 'time', 'rate'}


class Rules:
    """rtol, atol: for numbers of which one is no integer; exact: no leniency at all."""

    def __init__(self, rtol=1e-3, atol=1e-5, exact=False):
        self.rtol, self.atol, self.exact = rtol, atol, exact

    def numbers(self, a, b):
        if a == b:
            return True
        if not any(c in '.eEnN' for c in a + b):
            return int(a) == int(b)
        x, y = float(a), float(b)
        return x == y or math.isclose(x, y, rel_tol=self.rtol, abs_tol=self.atol)


def tokens(text):
    """[(kind, text)…]; gaps at the ends of lines and around brackets say nothing."""
    found = []
    for match in TOKEN.finditer('\n'.join(line.rstrip() for line in text.strip('\n').split('\n')).rstrip()):
        kind = match.lastgroup
        if kind == 'other' and found and found[-1] == ('other', match.group()) and match.group() in '-=─━*_#':
            continue        # a rule is as long as what stands above it
        if kind == 'line':
            found.append(('line', '\n'))
            continue
        found.append((kind, match.group()))
    out = []
    for i, (kind, text) in enumerate(found):
        if kind == 'gap' and (i and found[i - 1][1] in '([{' or i + 1 < len(found) and found[i + 1][1] in ')]}'):
            continue
        out.append((kind, text))
    return out


def alike(want, got, rules):
    (a, x), (b, y) = want, got
    if a == b == 'number':
        return rules.numbers(x, y)
    if a == b and a in SAME:
        return True
    if a in TIMES and b in TIMES:
        return True
    if a == 'gap' and b == 'gap':
        return True
    return a == b and x == y


def run_at(want, got, at, rules):
    return at + len(want) <= len(got) and all(alike(w, g, rules) for w, g in zip(want, got[at:at + len(want)]))


def pieces_of(items):
    """Cut at each `...`; the gaps around it belong to it."""
    pieces = [[]]
    for item in items:
        if item[0] == 'ellipsis':
            while pieces[-1] and pieces[-1][-1][0] in ('gap', 'line'):
                pieces[-1].pop()
            pieces.append([])
        elif not (len(pieces) > 1 and not pieces[-1] and item[0] in ('gap', 'line')):
            pieces[-1].append(item)
    return pieces


def fits(pieces, text):
    """Stand the pieces in the text in that order, the first at its start and the last at its end? (Also in the middle of words.)"""
    first, last = pieces[0], pieces[-1]
    if not text.startswith(first) or not text.endswith(last) or len(first) + len(last) > len(text):
        return False
    at, stop = len(first), len(text) - len(last)
    for piece in pieces[1:-1]:
        at = text.find(piece, at, stop)
        if at < 0:
            return False
        at += len(piece)
    return True


WRITTEN = re.compile(r'^(?:Overwriting|Writing) (?=\S)', re.M)     # %%writefile: whether the file was there before says nothing about the lesson


def same(want, got, rules):
    """Does `got` say what was saved as `want`?"""
    if want == got:
        return True
    if rules.exact:
        return False
    want, got = WRITTEN.sub('Writing ', want), WRITTEN.sub('Writing ', got)
    w, g = tokens(want), tokens(got)
    if len(w) == len(g) and run_at(w, g, 0, rules):
        return True
    pieces = pieces_of(w)
    if len(pieces) == 1:
        return False
    if fits(' '.join(want.split()).split('...'), ' '.join(got.split())):
        return True
    first, last, at = pieces[0], pieces[-1], len(pieces[0])
    if not run_at(first, g, 0, rules) or len(first) + len(last) > len(g) or not run_at(last, g, len(g) - len(last), rules):
        return False
    stop = len(g) - len(last)
    for piece in pieces[1:-1]:
        while at + len(piece) <= stop and not run_at(piece, g, at, rules):
            at += 1
        if at + len(piece) > stop:
            return False
        at += len(piece)
    return True


def difference(want, got, name, wanted, now):
    """A unified diff."""
    a, b = want.splitlines(), got.splitlines()
    return '\n'.join(difflib.unified_diff(a, b, f'{name} ({wanted})', f'{name} ({now})', lineterm=''))
