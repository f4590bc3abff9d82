"""What a cell on several ranks gave, as one text: outputs labelled by rank, equal ones once ('[stdout:0-3] …'), errors of those that began them in full.

The ranks' events are looked at side by side. Of those that are next on their ranks, equal ones are shown together, and one that waits behind others on some rank is left for later. Events of a
rank that is ahead of the others are kept back for a while, as the others may come to say the same.
"""
import collections
import re
import sys
import time

from perch.rank_bars import Bars
from perch.steering import spans
from perch.views.paint import FACE, FAINT
from perch.views.words import words

PATIENCE = 1.0          # seconds that an output waits for its equals on other ranks
AHEAD = 400             # events of a rank that are looked at for an equal
MANY = 1 << 18          # bytes that wait: then nothing does
LINE = 1 << 14          # a stream's piece that is longer is not cut into lines
FOLLOWS = re.compile(r'Rank (\d+) (?:has ended|is gone|has left its cell|has come to the end of its cell|has no cell to run)\b')


ADDRESS = re.compile(r'\b0x[0-9a-f]{6,}\b')


class _Text:
    """A line of a stream; two that are equal are one."""
    __slots__ = ('name', 'text')
    kind = 'stream'

    def __init__(self, name, text):
        self.name, self.text = name, text

    @property
    def key(self):
        return self.name, self.text


class _Event:
    __slots__ = ('kind', 'event', 'key')

    def __init__(self, kind, event):
        import json
        self.kind, self.event = kind, event
        self.key = kind, ADDRESS.sub('0x…', json.dumps({**event, 'number': 0}, sort_keys=True))     # (a rank counts its own cells, and has addresses of its own)


class Folded:
    """Shows a Reply as it comes: step() what can be shown now, finish() the rest."""

    def __init__(self, reply):
        self.reply = reply
        self.queues = {rank: collections.deque() for rank in reply.targets}     # of _Text and _Event
        self.waiting = {rank: collections.Counter() for rank in reply.targets}  # how many of each key are in them
        self.parts = {rank: {} for rank in reply.targets}       # a line that was begun: {stream: text}
        self.size = 0
        self.since = dict.fromkeys(reply.targets, 0.0)          # since when the first one waits
        self.open = None        # (ranks, stream, is its last line whole, does its label stand above it) of what was shown last, a stream
        self.errors = {}        # rank: event
        self.bars = Bars(self._end_block)

    # -- taking

    def _take(self, rank):
        queue, events = self.queues[rank], self.reply.events[rank]
        while events and len(queue) < AHEAD:
            kind, event = self.reply.take(rank)
            if not queue:
                self.since[rank] = time.monotonic()
            if kind == 'stream':
                self._lines(rank, event['name'], event['text'])
                continue
            if kind == 'progress':
                self.bars.hear(rank, event)
                continue
            self._close_lines(rank)
            if kind == 'error':
                self.errors[rank] = event
            elif kind in ('result', 'display', 'update', 'page', 'clear'):
                self._append(rank, _Event(kind, event))

    def _append(self, rank, item):
        self.queues[rank].append(item)
        self.waiting[rank][item.key] += 1
        self.size += len(item.key[1])

    def _pop(self, rank):
        item, waiting = self.queues[rank].popleft(), self.waiting[rank]
        self.size -= len(item.key[1])
        waiting[item.key] -= 1
        if not waiting[item.key]:
            del waiting[item.key]

    def _put(self, rank, name, text):
        self._append(rank, _Text(name, text))

    def _lines(self, rank, name, text):
        text = self.parts[rank].pop(name, '') + text
        if len(text) > LINE:
            self._put(rank, name, text)
            return
        *whole, rest = text.split('\n')
        for line in whole:
            self._put(rank, name, _overwritten(line) + '\n')
        if rest:
            self.parts[rank][name] = rest

    def _close_lines(self, rank):
        for name, text in self.parts[rank].items():
            self._put(rank, name, _overwritten(text))
        self.parts[rank].clear()

    # -- showing

    def step(self, last=False):
        running = [rank for rank in self.reply.targets if rank not in self.reply.done]
        for rank in self.reply.targets:
            self._take(rank)
            if rank in self.reply.done and not self.reply.events[rank]:
                self._close_lines(rank)
        self.bars.draw(running)
        while True:
            heads = {rank: queue[0] for rank, queue in self.queues.items() if queue}
            if not heads:
                break
            now = time.monotonic()
            if not last and self.size < MANY and any(rank not in heads for rank in running) and all(now - self.since[rank] < PATIENCE for rank in heads):
                break
            ranks = self._next(heads)
            self._show(ranks, [heads[rank] for rank in ranks])
            for rank in ranks:
                self._pop(rank)
                self.since[rank] = now
                self._take(rank)
        self.bars.draw(running, True)
        sys.stdout.flush()

    def _next(self, heads):
        """The ranks whose next event, equal on all of them, comes first: best one that no other rank has further behind."""
        groups = {}
        for rank, head in heads.items():
            groups.setdefault(head.key, []).append(rank)
        if len(groups) == 1:
            return next(iter(groups.values()))
        for key, ranks in groups.items():
            if not any(key in waiting for rank, waiting in self.waiting.items() if rank not in ranks):
                return ranks
        return next(iter(groups.values()))

    def finish(self):
        for rank in self.reply.targets:
            while self.reply.events[rank]:
                self._take(rank)
                if self.reply.events[rank]:
                    self.step(True)
        for rank in self.reply.targets:
            self._close_lines(rank)
        self.step(True)
        self.bars.draw((), True, True)
        self._end_block()
        for rank, lost in self.reply.lost.items():
            if lost:
                print(words('ranks lost output', rank=rank, bytes=lost))
        self._show_errors()
        sys.stdout.flush()

    # -- one event of these ranks

    def _end_block(self):
        if self.open and not self.open[2]:
            _stream(self.open[1]).write('\n')
        self.open = None

    def _show(self, ranks, items):
        self.bars.erase()
        who, item = spans(ranks), items[0]
        plain = {each.event['data'].get('text/plain') for each in items if each.kind in ('result', 'display')}
        if len(plain) > 1:              # alike but for addresses
            item.event['data'] = {kind: ADDRESS.sub('0x…', value) if isinstance(value, str) else value for kind, value in item.event['data'].items()}
        if item.kind == 'stream':
            return self._show_line(who, ranks, item)
        self._end_block()
        if item.kind == 'clear':
            import _session
            _session.clear(item.event['wait'])
        elif item.kind == 'result':
            numbers = {int(each.event['number']) for each in items}
            self._publish(item.event, 'Out[%s%s]:' % (who, ':%d' % numbers.pop() if len(numbers) == 1 else ''), True)
        else:
            self._publish(item.event, '[output:%s]' % who, False)

    def _show_line(self, who, ranks, item):
        """Lines of the same ranks one below the other have one label, on a line of its own; a single line has it in front."""
        out = _stream(item.name)
        text = item.text
        if self.open and self.open[:2] == (who, item.name) and (self.open[3] or not self.open[2]):
            out.write(text)
            below = self.open[3]
        else:
            self._end_block()
            label = '[%s:%s]' % (item.name, who)
            several = any(len(self.queues[rank]) > 1 and self.queues[rank][1].kind == 'stream' and self.queues[rank][1].name == item.name for rank in ranks[:1]) and self._stay_together(ranks)
            below = several or '\n' in text[:-1]
            out.write(label + ('\n' if below else ' ') + text)
        self.open = who, item.name, text.endswith('\n'), below

    def _stay_together(self, ranks):
        """Have these ranks the same event behind this one, and no other rank?"""
        seconds = {self.queues[rank][1].key if len(self.queues[rank]) > 1 else None for rank in ranks}
        if len(seconds) != 1:
            return False
        key = next(iter(seconds))
        return not any(queue and queue[0].key == key for rank, queue in self.queues.items() if rank not in ranks)

    def _publish(self, event, label, result):
        from perch.display import publish
        data = {kind: value[0] if isinstance(value, list) else value for kind, value in event['data'].items()}
        plain = data.get('text/plain', '')
        if result:
            data['text/plain'] = label + ('\n' if '\n' in plain else ' ') + plain
            if 'text/html' in data:
                data['text/html'] = '<div style="%s;%s">%s</div>%s' % (FACE, FAINT, label, data['text/html'])
        else:
            print(label, flush=True)
        data = {kind: _bytes(kind, value) for kind, value in data.items()}
        sys.stdout.flush()
        publish(data, event.get('metadata') or None)

    # -- errors

    def _show_errors(self):
        """Those that began one are shown in full; who only waited for them, in a line; of errors that say the same, the first. To stdout, as
        all that this cell shows: what is captured or saved of it has them."""
        started, followers, alike = {}, [], {}
        for rank, event in sorted(self.errors.items()):         # (not as they came: what is shown is the same each time)
            found = FOLLOWS.match(event['value'])
            (followers.append(rank) if found and (int(found[1]) in self.errors or self._is_gone(int(found[1]))) else started.setdefault(event['text'], []).append(rank))
        for text, ranks in started.items():
            event = self.errors[ranks[0]]
            said = event['name'], event['value']
            if said in alike:
                print('[%s:execute] %s' % (spans(ranks), words('ranks same error', ranks=alike[said], place=_place(text))))
                continue
            alike[said] = spans(ranks)
            import _session
            print('[%s:execute]' % spans(ranks))
            sys.stdout.write((event['coloured'] if _session.colour() or _session.front() == 'jupyter' else text).rstrip('\n') + '\n')
        for text, ranks in _grouped((re.sub(r'\. Rank \d+ waited', '. Rank {} waited', self.errors[rank]['value']), rank) for rank in followers):
            print('[%s:execute] %s' % (spans(ranks), text.replace('Rank {} waited', ('Rank %s waited' if len(ranks) == 1 else 'Ranks %s waited') % spans(ranks))))

    @staticmethod
    def _is_gone(number):
        from perch import steering
        return steering.run is not None and number in steering.run.ranks and not steering.run.ranks[number].alive


def _grouped(pairs):
    """[(text, [rank…])…]: each text once."""
    groups = {}
    for text, rank in pairs:
        groups.setdefault(text, []).append(rank)
    return list(groups.items())


def _overwritten(line):
    """What stands on a line in the end, where a bar was drawn over and over."""
    body = line.rstrip('\r')
    return body.rpartition('\r')[2] if '\r' in body else body


def _place(text):
    """'In[3], line 4' of the last level of a traceback that is a cell's."""
    found = re.findall(r'Cell (In ?\[\d+\]), line (\d+)|File "([^"]+)", line (\d+)', text)
    if not found:
        return '?'
    cell, line, file, at = found[-1]
    return '%s, line %s' % (cell or file.rsplit('/', 1)[-1], line or at)


def _stream(name):
    return sys.stderr if name == 'stderr' else sys.stdout


def _bytes(kind, value):
    """Pictures come in base64, and go on as bytes."""
    if isinstance(value, str) and kind.startswith(('image/', 'audio/', 'video/', 'application/pdf')) and not kind.endswith('+xml'):
        import base64
        import binascii
        try:
            return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return value
    return value
