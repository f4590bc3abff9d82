"""Bars of progress on several ranks, drawn as one: the n-th bar that each rank begins in a cell belongs to the others' n-th, and shows how far the last of them is.

A front that draws bars (a notebook) is told of it; in a terminal it is a line at the bottom that is drawn over until it is whole. What a rank says of a bar: perch.lesson.stage, progress.
"""
import itertools
import os
import re
import sys

from perch.steering import spans

_numbers = itertools.count(-1, -1)      # (a session's own bars count upwards)


def are_drawn():
    """Does this prompt draw bars as they move?"""
    import _session
    return _session.has_progress() or _session.front() == 'terminal' and os.isatty(2)


def _fitting(line, room):
    """A bar's line in at most so many columns: what is drawn of it becomes shorter."""
    from perch.views.paint import cut, width
    parts = re.fullmatch(r'(.*?\|)(.*)(\|.*)', line)
    keep = len(parts[2]) - max(0, width(line) - room) if parts else 0
    if keep > 0:
        full = round(len(parts[2].rstrip()) * keep / len(parts[2]))
        line = parts[1] + parts[2][:full].ljust(keep) + parts[3]
    return cut(line, room)


class _Bar:
    def __init__(self):
        self.number, self.said = next(_numbers), {}     # said: {rank: event}
        self.changed = self.shown = self.over = False

    def behind(self):
        """What the rank that is behind all others has said; of equals the one that has come last."""
        return min(reversed(self.said.values()), key=lambda event: (event['over'], event['done']))

    def line(self):
        text = self.behind()['text']
        return '[%s] %s' % (spans(self.said), text) if text else ''


class Bars:
    """clear: called before a line is drawn, so that none is in the midst."""

    def __init__(self, clear):
        self.clear = clear
        self.bars, self.of, self.begun = [], {}, {}
        self.drawn = False          # does a line stand at the terminal's bottom?

    def hear(self, rank, event):
        bar = self.of.get((rank, event['id']))
        if bar is None:
            at = self.begun[rank] = self.begun.get(rank, -1) + 1
            if at == len(self.bars):
                self.bars.append(_Bar())
            bar = self.of[rank, event['id']] = self.bars[at]
        bar.said.pop(rank, None)
        bar.said[rank] = event
        bar.changed = True

    def draw(self, running, new=False, last=False):
        """Those that have moved; a bar is whole when it is on all ranks that run. new: those that nobody has seen, too; last: none will move any more."""
        for bar in self.bars:
            if bar.over or not (bar.changed or last) or not (bar.shown or new):
                continue
            bar.over = last or all(event['over'] for event in bar.said.values()) and set(running) <= set(bar.said)
            bar.changed, bar.shown = False, True
            self._show(bar)

    def _show(self, bar):
        import _session
        event = bar.behind()
        if _session.progress(bar.number, event['done'], event['total'], bar.line(), event['label'], '', bar.over):
            return
        self.clear()
        line = _fitting(bar.line(), max(20, _session.width() - 1))
        if bar.over:
            self.erase()
            sys.stderr.write(line + '\n' if line else '')
        elif line:
            sys.stderr.write('\r%s\x1b[K' % line)
            self.drawn = True
        sys.stderr.flush()

    def erase(self):
        """The terminal's bottom line is free for other outputs."""
        if self.drawn:
            self.drawn = False
            sys.stderr.write('\r\x1b[K')
            sys.stderr.flush()
