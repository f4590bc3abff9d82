"""%transfers: what moved between devices: bytes, from where to where, which line, how long on the link, and whether it had to.

A move is avoidable when the same bytes, unchanged, went to the same place before, or when they come back unchanged to where they came from.
"""
import _tensor
from perch.mistakes.draw import amount
from perch.views.paint import Row, Table, View
from perch.views.words import words
from perch.views.world import place_cell, site_place, times_note, torch_speaks


def seconds_text(seconds):
    if seconds >= 999.5:
        return f'{seconds:.0f} s'
    for unit, size in (('s', 1), ('ms', 1e-3), ('us', 1e-6)):
        if seconds >= size * .9995:         # (what would be rounded to 1000 is 1 of the next)
            return f'{seconds / size:.3g} {unit}'
    return f'{seconds / 1e-9:.3g} ns'


class Move:
    __slots__ = ('number', 'source', 'target', 'bytes', 'seconds', 'start', 'site', 'from_serial', 'from_version', 'to_serial', 'to_version', 'offset', 'avoidable', 'before')

    def __init__(self, row):
        (self.number, self.source, self.target, self.bytes, self.seconds, self.start, self.site, self.from_serial, self.from_version,
         self.to_serial, self.to_version, self.offset) = row
        self.avoidable = None       # 'again', 'back', 'read again'
        self.before = None          # the move that makes it so

    @property
    def line(self):
        return site_place(self.site)


def judged(moves):
    """Marks the avoidable ones among moves in order."""
    sent, arrived = {}, {}
    for move in moves:
        if move.from_serial:
            key = move.from_serial, move.from_version, move.offset, move.bytes, move.target
            came = arrived.get((move.from_serial, move.from_version))
            if key in sent:
                move.avoidable, move.before = 'again' if move.target is not None else 'read again', sent[key]
            elif came is not None and came.source == move.target and came.bytes == move.bytes and came.from_serial:
                move.avoidable, move.before = 'back', came
            sent.setdefault(key, move)
        if move.to_serial:
            arrived[(move.to_serial, move.to_version)] = move
    return moves


class Transfers(View):
    """moves: what is still kept, in order; totals: [(from, to, count, bytes, seconds)] of all."""

    def __init__(self, moves, totals, shown):
        self.moves, self.totals, self.shown = moves, totals, shown
        self.torch = torch_speaks()

    def __iter__(self):
        return iter(self.moves)

    def __len__(self):
        return len(self.moves)

    @property
    def avoidable(self):
        return [move for move in self.moves if move.avoidable]

    def _grouped(self):
        """Moves of one line between the same two places are one row (a loop takes turns among its lines), where the first of them stands."""
        groups = {}
        for move in self.moves:
            groups.setdefault((move.site, move.source, move.target), []).append(move)
        return list(groups.values())

    def table(self):
        if not _tensor.ledger():
            return Table([('', 'l')], [], [words('recording off', magic='%transfers')])
        if not self.moves and not self.totals:
            return Table([('', 'l')], [], [words('moves none')])
        rows, reasons = [], {}
        groups = self._grouped()
        for group in groups[-self.shown:]:
            first = group[0]
            why = ''
            spoiled = [move for move in group if move.avoidable]
            if spoiled:
                worst = spoiled[0]
                why = words(worst.avoidable + ' short', line=worst.before.line[0])
                reasons.setdefault(worst.avoidable, None)
                if len(group) > 1:
                    why = f'{len(spoiled)}/{len(group)}: {why}'
            line, text = first.line
            rows.append(Row([place_cell([first.source], self.torch), place_cell([first.target], self.torch), str(len(group)), amount(sum(m.bytes for m in group)),
                             seconds_text(sum(m.seconds for m in group)), why, line, text], first.target))
        count, size, seconds = (sum(total[i] for total in self.totals) for i in (2, 3, 4))
        notes = [words.count('moves head', count, bytes=amount(size), time=seconds_text(seconds))]
        lost = count - len(self.moves)
        if lost > 0:
            notes.append(words.count('older lost', lost))
        if self.avoidable:
            notes.append(words('moves avoidable', n=len(self.avoidable), bytes=amount(sum(m.bytes for m in self.avoidable))))
        notes += [words(reason) for reason in reasons]
        note = times_note(range(_tensor.gpu_count()))
        if note:
            notes.append(note)
        return Table(columns(), rows, notes, coloured=1)


def columns():
    return [(words('from'), 'l'), (words('to'), 'l'), (words('count'), 'r'), (words('bytes'), 'r'), (words('time'), 'r'), (words('avoidable'), 'l'), (words('made'), 'l'), (words('line'), 'l')]


def transfers(shown=40, since=0):
    return Transfers(judged([Move(row) for row in _tensor.ledger_moves(since)]), _tensor.ledger_totals(), shown)
