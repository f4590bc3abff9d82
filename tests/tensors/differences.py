"""Known differences from an original, for suites that compare many answers: a file of lines `LIBRARY KIND CASE` that only shrinks.

What differs worse than its line says, or has none, fails. --shrink takes out the lines whose cases agree by now and writes milder kinds over harsher ones; a case that fails keeps its
line. -v shows what differs and is known.
"""
import os
import sys

VERBOSE, SHRINK = '-v' in sys.argv, '--shrink' in sys.argv


class Differences:
    def __init__(self, path, kinds):
        """kinds: from 'same' to the worst."""
        self.path, self.kinds = path, kinds
        self.known, self.left, self.cases = {}, {}, {}
        self.counts = dict.fromkeys(kinds, 0)
        self.passed = self.failed = self.better = 0
        for words in self.lines():
            if len(words) == 3 and not words[0].startswith('#'):
                self.known[words[0], words[2]] = words[1]

    def lines(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path) as f:
            return [line.rstrip('\n').split(' ', 2) for line in f if line.strip()]

    def judge(self, library, case, how, wanted, got):
        self.cases.setdefault(library, set()).add(case)
        self.counts[how] += 1
        allowed = self.known.get((library, case), 'same')
        fine = self.kinds.index(how) <= self.kinds.index(allowed)
        self.passed, self.failed, self.better = self.passed + fine, self.failed + (not fine), self.better + (fine and how != allowed)
        if not fine or how != 'same':
            self.left[library, case] = how if fine else allowed
        if not fine or VERBOSE and how != 'same':
            print(f'{"known" if fine else "FAIL"} {how} {library}: {case}\n   wanted {wanted[:600]}\n   got    {got[:600]}')

    def shrink(self):
        lines = self.lines()
        with open(self.path, 'w') as f:
            for words in lines:
                if words[0] not in self.cases or len(words) < 3:
                    f.write(' '.join(words) + '\n')
                elif (words[0], words[2]) in self.left:
                    f.write(f'{words[0]} {self.left[words[0], words[2]]} {words[2]}\n')

    def close(self):
        gone = sum(library in self.cases and case not in self.cases[library] for library, case in self.known)
        if SHRINK:
            self.shrink()
        elif self.better + gone:
            print(f'{self.better + gone} lines of known.txt say too much by now: run.py --shrink')
        print('known differences: ' + ', '.join(f'{n} {how}' for how, n in self.counts.items() if n and how != 'same'))
        print(f'{self.passed} passed, {self.failed} failed')
        sys.exit(1 if self.failed else 0)
