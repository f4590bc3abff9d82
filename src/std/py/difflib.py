"""Comparing sequences: what was put in, taken out, or changed.

    SequenceMatcher    compares any two sequences of hashable items
    Differ, ndiff      lines side by side, with marks below changed characters
    unified_diff, context_diff      the formats of diff -u and diff -c
    get_close_matches  which words of a list resemble a word
    restore            one of the two texts out of an ndiff

HtmlDiff is absent.
"""
from collections import namedtuple
from heapq import nlargest
from types import GenericAlias

__all__ = ['get_close_matches', 'ndiff', 'restore', 'SequenceMatcher', 'Differ',
           'IS_CHARACTER_JUNK', 'IS_LINE_JUNK', 'context_diff', 'unified_diff',
           'diff_bytes', 'Match']

Match = namedtuple('Match', 'a b size')


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Finds the longest block two sequences share, then the longest on each side of it, and so on.

    isjunk(item) tells which items of b never start a block. With autojunk, items that make up more than 1 % of
    a b of 200 items or more do not either.
    """

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        """Compare these two from now on."""
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        """Replace the first sequence. What is known of the second is kept."""
        if a is self.a:
            return
        self.a = a
        self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        """Replace the second sequence, about which most is computed beforehand."""
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = None
        self.fullbcount = None
        self._index_b()

    def _index_b(self):
        self.b2j = places = {}
        for j, item in enumerate(self.b):
            places.setdefault(item, []).append(j)
        self.bjunk = junk = set()
        if self.isjunk:
            junk.update(item for item in places if self.isjunk(item))
            for item in junk:
                del places[item]
        self.bpopular = popular = set()
        n = len(self.b)
        if self.autojunk and n >= 200:
            limit = n // 100 + 1
            popular.update(item for item, at in places.items() if len(at) > limit)
            for item in popular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """The longest block of a[alo:ahi] in b[blo:bhi]: of equal ones the first in a, then the first in b."""
        a, b, places, junk = self.a, self.b, self.b2j, self.bjunk
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        besti, bestj, size = alo, blo, 0
        ending = {}         # j -> length of the block that ends in a[i - 1], b[j]
        for i in range(alo, ahi):
            now = {}
            for j in places.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                now[j] = k = ending.get(j - 1, 0) + 1
                if k > size:
                    besti, bestj, size = i - k + 1, j - k + 1, k
            ending = now
        for junky in (False, True):     # then outwards: first over popular items, at last over junk
            while (besti > alo and bestj > blo and (b[bestj - 1] in junk) is junky
                   and a[besti - 1] == b[bestj - 1]):
                besti, bestj, size = besti - 1, bestj - 1, size + 1
            while (besti + size < ahi and bestj + size < bhi and (b[bestj + size] in junk) is junky
                   and a[besti + size] == b[bestj + size]):
                size += 1
        return Match(besti, bestj, size)

    def get_matching_blocks(self):
        """The blocks that both share, in order, and at last (len(a), len(b), 0)."""
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        todo, found = [(0, la, 0, lb)], []
        while todo:
            alo, ahi, blo, bhi = todo.pop()
            i, j, k = match = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(match)
                if alo < i and blo < j:
                    todo.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    todo.append((i + k, ahi, j + k, bhi))
        found.sort()
        blocks = []
        for i, j, k in found:
            if blocks and blocks[-1][0] + blocks[-1][2] == i and blocks[-1][1] + blocks[-1][2] == j:
                i, j, k = blocks[-1][0], blocks[-1][1], blocks[-1][2] + k
                blocks.pop()
            blocks.append(Match(i, j, k))
        blocks.append(Match(la, lb, 0))
        self.matching_blocks = blocks
        return blocks

    def get_opcodes(self):
        """How to turn a into b: (tag, i1, i2, j1, j2), tag one of replace, delete, insert, equal."""
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = codes = []
        for ai, bj, size in self.get_matching_blocks():
            tag = {(True, True): 'replace', (True, False): 'delete',
                   (False, True): 'insert'}.get((i < ai, j < bj))
            if tag:
                codes.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                codes.append(('equal', ai, i, bj, j))
        return codes

    def get_grouped_opcodes(self, n=3):
        """The changes in groups, each with up to n equal items around it."""
        codes = list(self.get_opcodes()) or [('equal', 0, 1, 0, 1)]
        tag, i1, i2, j1, j2 = codes[0]
        if tag == 'equal':
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        tag, i1, i2, j1, j2 = codes[-1]
        if tag == 'equal':
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def ratio(self):
        """How alike they are: 1.0 equal, 0.0 nothing in common."""
        return _ratio(sum(block[2] for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        """An upper bound of ratio(), faster: order is ignored."""
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for item in self.b:
                counts[item] = counts.get(item, 0) + 1
        left, matches = {}, 0
        for item in self.a:
            n = left[item] if item in left else self.fullbcount.get(item, 0)
            left[item] = n - 1
            matches += n > 0
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """An upper bound of ratio() from the lengths alone."""
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)

    __class_getitem__ = classmethod(GenericAlias)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """The (at most n) possibilities that are most like word, best first."""
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    scored = []
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        if (matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff
                and matcher.ratio() >= cutoff):
            scored.append((matcher.ratio(), candidate))
    return [candidate for score, candidate in nlargest(n, scored)]


def _marks(line, tags):
    """The line of marks below `line`; where nothing is marked the line's own tabs stay."""
    return ''.join(c if tag == ' ' and c.isspace() else tag for c, tag in zip(line, tags)).rstrip()


class Differ:
    """Lines of two texts with a sign before each: '- ' only in the first, '+ ' only in the second, '  ' in both,
    '? ' marks below a line what changed inside it."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        """Generate the delta of two lists of lines."""
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == 'delete':
                yield from self._dump('-', a, alo, ahi)
            elif tag == 'insert':
                yield from self._dump('+', b, blo, bhi)
            else:
                yield from self._dump(' ', a, alo, ahi)

    def _dump(self, sign, lines, lo, hi):
        for i in range(lo, hi):
            yield f'{sign} {lines[i]}'

    def _replace_plainly(self, a, alo, ahi, b, blo, bhi):
        first, second = self._dump('-', a, alo, ahi), self._dump('+', b, blo, bhi)
        if bhi - blo < ahi - alo:       # the shorter block comes first
            first, second = second, first
        yield from first
        yield from second

    def _most_alike(self, a, alo, ahi, b, blo, bhi):
        """(ratio, i, j, first equal pair or None) of the two lines that resemble each other most."""
        best, at, equal = 0.74, (None, None), None
        cruncher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            cruncher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    equal = equal or (i, j)
                    continue
                cruncher.set_seq1(a[i])
                if (cruncher.real_quick_ratio() > best and cruncher.quick_ratio() > best
                        and cruncher.ratio() > best):
                    best, at = cruncher.ratio(), (i, j)
        return best, at, equal

    def _replace(self, a, alo, ahi, b, blo, bhi):
        best, (i, j), equal = self._most_alike(a, alo, ahi, b, blo, bhi)
        if best < 0.75:
            if equal is None:
                yield from self._replace_plainly(a, alo, ahi, b, blo, bhi)
                return
            i, j = equal
        else:
            equal = None
        yield from self._beside(a, alo, i, b, blo, j)
        if equal is None:
            yield from self._show_changed(a[i], b[j])
        else:
            yield '  ' + a[i]
        yield from self._beside(a, i + 1, ahi, b, j + 1, bhi)

    def _beside(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._replace(a, alo, ahi, b, blo, bhi)
        elif alo < ahi:
            yield from self._dump('-', a, alo, ahi)
        elif blo < bhi:
            yield from self._dump('+', b, blo, bhi)

    def _show_changed(self, aline, bline):
        atags = btags = ''
        for tag, i1, i2, j1, j2 in SequenceMatcher(self.charjunk, aline, bline).get_opcodes():
            mark = {'replace': '^^', 'delete': '- ', 'insert': ' +', 'equal': '  '}[tag]
            atags += mark[0] * (i2 - i1)
            btags += mark[1] * (j2 - j1)
        for sign, line, marks in (('-', aline, _marks(aline, atags)), ('+', bline, _marks(bline, btags))):
            yield f'{sign} {line}'
            if marks:
                yield f'? {marks}\n'


def IS_LINE_JUNK(line, pat=None):
    """True for a line that is blank or holds a single '#'."""
    if pat is not None:
        return pat(line) is not None
    return line.strip() in ('', '#') and line.count('#') <= 1


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    """True for a blank or a tab."""
    return ch in ws


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """The delta of two lists of lines, as Differ makes it."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """The lines of text 1 or 2 out of an ndiff."""
    try:
        sign = {1: '- ', 2: '+ '}[int(which)]
    except KeyError:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which) from None
    for line in delta:
        if line[:2] in ('  ', sign):
            yield line[2:]


def _check_types(a, b, *args):
    for lines in (a, b):
        if lines and not isinstance(lines[0], str):
            raise TypeError('lines to compare must be str, not %s (%r)' % (type(lines[0]).__name__, lines[0]))
    for arg in args:
        if not isinstance(arg, str):
            raise TypeError('all arguments must be str, not: %r' % (arg,))


def _headings(signs, names, dates, lineterm):
    for sign, name, date in zip(signs, names, dates):
        yield f'{sign} {name}{chr(9) + date if date else ""}{lineterm}'


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The delta of two lists of lines in the format of diff -u."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)

    def span(start, stop):
        length = stop - start
        return f'{start + 1}' if length == 1 else f'{start + (length > 0)},{length}'

    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headings(('---', '+++'), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        first, last = group[0], group[-1]
        yield f'@@ -{span(first[1], last[2])} +{span(first[3], last[4])} @@{lineterm}'
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            if tag != 'insert':
                for line in a[i1:i2]:
                    yield '-' + line
            if tag != 'delete':
                for line in b[j1:j2]:
                    yield '+' + line


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    """The delta of two lists of lines in the format of diff -c."""
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    signs = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}

    def span(start, stop):
        length = stop - start
        if length <= 1:
            return f'{start + length}'
        return f'{start + 1},{stop}'

    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield from _headings(('***', '---'), (fromfile, tofile), (fromfiledate, tofiledate), lineterm)
        tags = {code[0] for code in group}
        yield '***************' + lineterm
        yield f'*** {span(group[0][1], group[-1][2])} ****{lineterm}'
        if tags & {'replace', 'delete'}:
            for tag, i1, i2, _, _ in group:
                if tag != 'insert':
                    for line in a[i1:i2]:
                        yield signs[tag] + line
        yield f'--- {span(group[0][3], group[-1][4])} ----{lineterm}'
        if tags & {'replace', 'insert'}:
            for tag, _, _, j1, j2 in group:
                if tag != 'delete':
                    for line in b[j1:j2]:
                        yield signs[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b'', tofile=b'', fromfiledate=b'', tofiledate=b'', n=3, lineterm=b'\n'):
    """unified_diff or context_diff (dfunc) of lines that are bytes in no known encoding."""
    def text(data):
        try:
            return data.decode('ascii', 'surrogateescape')
        except AttributeError as err:
            raise TypeError('all arguments must be bytes, not %s (%r)' % (type(data).__name__, data)) from err
    lines = dfunc(list(map(text, a)), list(map(text, b)), text(fromfile), text(tofile),
                  text(fromfiledate), text(tofiledate), n, text(lineterm))
    for line in lines:
        yield line.encode('ascii', 'surrogateescape')
