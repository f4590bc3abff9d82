"""%timeline: what ran where and when: a lane a device, copies and waits, overlap and idle. Blocks in a terminal, SVG in a notebook or a file, and
the trace format that chrome://tracing and Perfetto read.
"""
import sys

import _tensor
from perch.mistakes.draw import amount
from perch.views.paint import CPU_SHADE, WAIT_SHADE, View, cut, device_ink, drawing, escape, ink, pad, page, preformatted, shade, svg, width, wrapped
from perch.views.transfers import seconds_text
from perch.views.words import words
from perch.views.world import place_name, site_place, times_note, torch_speaks

FILLS = ' ▁▂▃▄▅▆▇█'
LANES = {'call': None, 'copy': 'copies lane', 'wait': 'waits lane', 'await': 'awaits lane', 'talk': 'talks lane'}     # in their order


class Event:
    """kind: 'call', 'copy', 'wait' (for a device), 'await' (for other ranks), 'talk' (with them). rank: whose it is, of a view over several; said: its line and text, where another
    process knows them."""
    __slots__ = ('number', 'kind', 'device', 'source', 'op', 'site', 'count', 'start', 'end', 'busy', 'bytes', 'rank', 'said')

    def __init__(self, row, rank=None, said=None):
        self.number, self.kind, self.device, self.source, self.op, self.site, self.count, self.start, self.end, self.busy, self.bytes = row[:11]
        self.rank, self.said = rank, said

    @property
    def place(self):
        return self.said or site_place(self.site)

    @property
    def title(self):
        if self.kind == 'copy':
            return f'{amount(self.bytes)}'
        return self.op or ''


def merged(spans):
    """Spans (start, end) as ones that do not touch."""
    out = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def length(spans):
    return sum(end - start for start, end in spans)


class Lane:
    """The calls of a device, or the copies, or the host's waits: events in order; busy: seconds."""

    def __init__(self, kind, device, events):
        self.kind, self.device, self.events, self.rank = kind, device, events, events[0].rank
        self.spans = merged((e.start, e.start + e.busy if e.count > 1 else e.end) for e in events)
        self.busy = sum(e.busy for e in events)
        self.calls = sum(e.count for e in events)


class Axis:
    """Time without long pauses (nobody works while a person thinks): at(t) is how far a moment is from the left, in seconds that are shown."""

    def __init__(self, spans):
        self.pieces, self.cuts, self.left_out = [], [], 0.0     # pieces: (start, end, shown at)
        longest = length(spans) / 6 if len(spans) > 1 else 0
        at = 0.0
        for start, end in spans:
            if self.pieces:
                gap = start - self.pieces[-1][1]
                if gap > longest:
                    self.left_out += gap
                    gap = longest / 4
                    self.cuts.append(at + gap / 2)
                at += gap
            self.pieces.append((start, end, at))
            at += end - start
        self.total = at

    def at(self, moment):
        low, high = 0, len(self.pieces)
        while low < high:
            middle = (low + high) // 2
            if self.pieces[middle][0] <= moment:
                low = middle + 1
            else:
                high = middle
        if low == 0:
            return 0.0
        start, end, shown = self.pieces[low - 1]
        return shown + min(moment, end) - start


class Timeline(View):
    """lanes, axis, overlap (seconds in which two devices or more worked), any (in which one did)."""

    def __init__(self, events):
        self.torch = torch_speaks()
        self.events = events
        groups = {}
        for event in events:
            groups.setdefault((event.kind, event.device if event.kind == 'call' else None, event.rank), []).append(event)
        order = {kind: i for i, kind in enumerate(LANES)}
        self.lanes = [Lane(key[0], key[1], groups[key]) for key in sorted(groups, key=lambda k: (k[2] or 0, order[k[0]], k[1] is not None and k[1]))]
        self.axis = Axis(merged(span for lane in self.lanes for span in lane.spans))
        self.overlap, self.any = self._overlap()

    def _overlap(self):
        edges = []
        for lane in self.lanes:
            if lane.kind == 'call':
                for start, end in lane.spans:
                    edges += [(start, 1), (end, -1)]
        edges.sort()
        both = busy = 0
        depth, last = 0, 0
        for at, step in edges:
            if depth >= 1:
                busy += at - last
            if depth >= 2:
                both += at - last
            depth, last = depth + step, at
        return both, busy

    def _name(self, lane):
        name = place_name(lane.device, self.torch) if lane.kind == 'call' else words(LANES[lane.kind])
        return name if lane.rank is None else f'{name}@{lane.rank}'

    def _marks(self, lane, cells):
        """How full each of so many equal parts of the time is: 0 … 1."""
        total = self.axis.total or 1e-9
        full = [0.0] * cells
        for start, end in lane.spans:
            a, b = self.axis.at(start) / total * cells, self.axis.at(end) / total * cells
            i = min(cells - 1, max(0, int(a)))
            while i < cells and i < b:
                full[i] += min(b, i + 1) - max(a, i)
                i += 1
            if b - a < 1e-9 and i < cells:
                full[i] += 1e-9
        return full

    def notes(self):
        out = []
        several = sum(1 for lane in self.lanes if lane.kind == 'call' and lane.busy)
        if several > 1:
            out.append(words('overlap', time=seconds_text(self.overlap), percent=percent(self.overlap, self.any)) if self.overlap > 0 else words('no overlap'))
        first = self.events[0].number if self.events else 0
        if first and self.cut:
            out.append(words.count('older lost', first))
        note = times_note(device for e in self.events for device in (e.device, e.source))
        return out + [note] if note else out

    cut = True

    def head(self):
        text = words('timeline head', time=seconds_text(self.axis.total))
        return text + words.count('pauses', len(self.axis.cuts), time=seconds_text(self.axis.left_out)) if self.axis.cuts else text

    def longest(self, n=5):
        """[(seconds, calls, op, device, rank, (line, text))] of the lines that took most."""
        sums = {}
        for event in self.events:
            if event.kind == 'call':
                key = event.op, event.device, event.rank, event.place
                busy, count = sums.get(key, (0, 0))
                sums[key] = busy + event.busy, count + event.count
        return sorted(((busy, count, *key) for key, (busy, count) in sums.items()), reverse=True, key=lambda row: row[0])[:n]

    def text(self, colour=False, room=80):
        if not _tensor.ledger() and not self.events:
            return words('recording off', magic='%timeline')
        if not self.events:
            return words('nothing yet')
        total = self.axis.total
        out = wrapped(self.head(), room)
        names = [self._name(lane) for lane in self.lanes]
        left = max(map(width, names))
        cells = max(10, min(160, room - left - 4))
        cuts = {min(cells - 1, int(pause / (total or 1e-9) * cells)) for pause in self.axis.cuts}
        for name, lane in zip(names, self.lanes):
            marks = ''
            for i, part in enumerate(self._marks(lane, cells)):
                marks += ('┊' if i in cuts else '·') if part == 0 else FILLS[max(1, min(8, round(part * 8)))]
            if colour:
                marks = ink(marks, device_ink(lane.device) if lane.kind == 'call' else '2')
            out.append(f'{pad(name, left)}  {marks}')
        out.append(pad('', left + 2) + words('one mark', time=seconds_text(total / cells)))
        for name, lane in zip(names, self.lanes):
            line = words.count('lane', lane.calls, place=pad(name, left), calls=lane.calls, busy=seconds_text(lane.busy), percent=percent(lane.busy, total), idle=percent(max(0, total - lane.busy), total))
            out += wrapped(line, room, '  ')
        top = self.longest()
        if top:
            out.append(words('longest') + ':')
            for busy, count, op, device, rank, (line, text) in top:
                place = place_name(device, self.torch) + ('' if rank is None else f'@{rank}')
                row = f'  {seconds_text(busy):>8}  {count:>5} × {op:<16} {place:<7} {line:<9} {text}'
                row = cut(row, room)
                out.append(ink(row, device_ink(device)) if colour else row)
        return '\n'.join(out + [line for note in self.notes() for line in wrapped(note, room)])

    def html(self):
        """The drawing; a page that takes no drawings (a stranger's notebook) shows the text."""
        if not self.events:
            return page(preformatted(self.text()))
        return page(drawing(self.svg(False), self.notes(), self.text(room=110)))

    def svg(self, ground=True):
        """ground: with a ground of its own, light or dark as the system likes it; without: on a page, in its letters' colour."""
        if not self.events:
            return None
        names = [self._name(lane) for lane in self.lanes]
        left, right, high, gap, top = max(90, 20 + 7.5 * max(map(width, names))), 810, 26, 10, 34
        total = self.axis.total or 1e-9
        tall = top + len(self.lanes) * (high + gap) + 30
        out = [f'<text x="10" y="20">{escape(self.head())}</text>']
        x = lambda at: left + self.axis.at(at) / total * (right - left)
        for i, (name, lane) in enumerate(zip(names, self.lanes)):
            y = top + i * (high + gap)
            out.append(f'<text x="10" y="{y + high / 2 + 4:g}">{escape(name)}</text>')
            out.append(f'<rect x="{left:g}" y="{y}" width="{right - left:g}" height="{high}" fill-opacity=".1"/>')
            for group in self._drawn(lane, x):
                first = group[0]
                a, b = x(first.start), max(x(e.end) for e in group)
                fill = shade(lane.device) if lane.kind == 'call' else WAIT_SHADE if lane.kind in ('wait', 'await') else CPU_SHADE if lane.kind == 'talk' else shade(first.device if first.device is not None and first.device >= 0 else first.source)
                line, text = first.place
                what = f'{place_name(first.source, self.torch)} → {place_name(first.device, self.torch)} {amount(sum(e.bytes for e in group))}' if lane.kind == 'copy' else f'{first.op or ""} × {sum(e.count for e in group)}'
                tip = f'{what}, {seconds_text(sum(e.busy for e in group))}  {line}  {text}'
                out.append(f'<rect x="{a:.2f}" y="{y}" width="{max(b - a, 0.6):.2f}" height="{high}" fill="{fill}"><title>{escape(tip)}</title></rect>')
        y = top + len(self.lanes) * (high + gap) + 12
        for pause in self.axis.cuts:
            at = left + pause / total * (right - left)
            out.append(f'<path d="M{at:.2f} {top - 4}V{y - 14}" stroke="{CPU_SHADE}" stroke-dasharray="3 3"/>')
        for k in range(5):
            at = left + (right - left) * k / 4
            out.append(f'<text x="{at:g}" y="{y}" text-anchor="middle" fill-opacity=".75">{seconds_text(total * k / 4) if k else "0"}</text>')
        return svg(out, 840, tall, ground)

    @staticmethod
    def _drawn(lane, x):
        """Events that would be less than half a point apart and are of one line are drawn as one."""
        group = []
        for event in lane.events:
            if group and event.site == group[0].site and x(event.start) - x(group[-1].end) < 0.5 and event.op == group[0].op and event.source == group[0].source:
                group.append(event)
                continue
            if group:
                yield group
            group = [event]
        if group:
            yield group

    def trace(self):
        """Chrome's trace format: a text of JSON."""
        import json
        events, start = [], min((e.start for e in self.events), default=0)
        for i, lane in enumerate(self.lanes):
            events.append({'name': 'thread_name', 'ph': 'M', 'pid': 1, 'tid': i, 'args': {'name': self._name(lane)}})
            events.append({'name': 'thread_sort_index', 'ph': 'M', 'pid': 1, 'tid': i, 'args': {'sort_index': i}})
            for e in lane.events:
                line, text = e.place
                name = e.op or ('copy' if e.kind == 'copy' else 'wait')
                args = {'line': line, 'source': text, 'bytes': e.bytes}
                if e.count > 1:
                    args['calls'] = e.count
                if e.kind == 'copy':
                    args['from'], args['to'] = place_name(e.source, self.torch), place_name(e.device, self.torch)
                events.append({'name': name, 'cat': e.kind, 'ph': 'X', 'pid': 1, 'tid': i, 'ts': round((e.start - start) * 1e6, 4), 'dur': round((e.end - e.start) * 1e6, 4), 'args': args})
        events.append({'name': 'process_name', 'ph': 'M', 'pid': 1, 'args': {'name': 'perch'}})
        return json.dumps({'traceEvents': events, 'displayTimeUnit': 'ms'}, ensure_ascii=False)


def percent(part, whole):
    return f'{100 * part / whole:.0f} %' if whole > 0 else '0 %'


def together():
    """What this process did with other ranks of a run: when it waited for them, and when values travelled. (A modelled clock knows nothing of that.)"""
    ranks = sys.modules.get('_ranks')
    events = []
    for row in ranks.rows() if ranks and not _tensor.model_clock() else ():
        number, verb, site, size, began, agreed, ended = row[0], row[1], row[13], row[12], row[14], row[15], row[16]
        for kind, start, end, bytes_ in (('await', began, agreed, 0), ('talk', agreed, ended, size)):
            if end > start:
                events.append(Event((number, kind, None, None, verb, site, 1, start, end, end - start, bytes_)))
    return events


def timeline(since=0, cell=None):
    """since: a row's number; cell: 'In[3]': only what lines of that cell did."""
    events = [Event(row) for row in _tensor.ledger_rows(since)] + (together() if not since else [])
    if not _tensor.model_clock():       # a wait for a simulated GPU takes what simulating takes: that is nobody's time
        events = [e for e in events if e.kind != 'wait' or not _tensor.gpu_info(e.device)['simulated']]
    if cell:
        events = [e for e in events if e.place[0].startswith(cell + ':')]
    view = Timeline(events)
    view.cut = not cell and not since
    return view
