"""%devices: what computes here, with how much memory, how much of it is taken, and why GPUs are simulated where they are."""
import _tensor
from perch.mistakes.draw import amount
from perch.devices import link_text, net_text, no_gpu, reason
from perch.views.graphs import graph_notes
from perch.views.paint import Places, Row, Table, View
from perch.views.where import Entry, lost_note
from perch.views.words import words
from perch.views.world import at_rank, place_name, user_names
from perch.words import say

class Devices(View):
    """rows: [{…}]: _tensor.gpu_info's facts with 'place', 'index' and 'held' (its memory's numbers)."""

    def __init__(self):
        self.rows = []
        for i in range(-1, _tensor.gpu_count()):
            info = dict(_tensor.gpu_info(i), index=i, place='cpu' if i < 0 else f'gpu({i})', held=_tensor.memory(i), busy=_tensor.ledger_busy(i))
            self.rows.append(info)

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]

    def table(self):
        rows = []
        for info in self.rows:
            i, held = info['index'], info['held']
            name = info['name'] or 'CPU'
            if i >= 0 and info['simulated'] and 'simulated' not in name:
                name += f' ({words("simulated")})'
            memory = held['limit'] or info['memory']
            rows.append(Row([Places([('cpu()' + at_rank() if i < 0 else place_name(i), i)]), place_name(i, True), name, amount(memory) if memory else '', amount(held['allocated']),
                             amount(held['allocated_peak']), amount(max(0, held['reserved'] - held['allocated'])) if i >= 0 else '', str(held['calls']),
                             link_text(info)], device=i))
        columns = [('mxnet', 'l'), ('torch', 'l'), (words('device'), 'l'), (words('memory'), 'r'), (words('in use'), 'r'), (words('peak'), 'r'), (words('cached'), 'r'),
                   (words('calls'), 'r'), (words('link'), 'l')]
        return Table(columns, rows, self.notes())

    def text(self, colour=False, room=80):
        table = self.table()
        if room < 104:          # what %mem says too is left out
            table.columns = [c for i, c in enumerate(table.columns) if i not in (5, 6, 7)]
            for row in table.rows:
                row.cells = [c for i, c in enumerate(row.cells) if i not in (5, 6, 7)]
        return table.text(colour, room)

    def notes(self):
        found = [info for info in self.rows if info['index'] >= 0]
        if not found:
            return [no_gpu()]
        graphs = graph_notes()
        why = found[0]['why']
        why = reason(why)
        if any(info['simulated'] for info in found):
            return [say('gpus simulated', why=why), say('model time'), *(text for text in [net_text()] if text), *graphs]
        return [why, *graphs] if why else graphs


def devices():
    return Devices()


def reset(index=None):
    """Lets GPU index's card begin anew, or all cards that have lost their context; says what is lost with it."""
    asked = [i for i in range(_tensor.gpu_count()) if _tensor.gpu_info(i)['broken']] if index is None else [index]
    if not asked:
        return say('nothing to reset')
    out, done = [], set()
    for i in asked:
        physical = _tensor.gpu_info(i)['physical']
        if physical in done:
            continue
        done.add(physical)
        _, values, size = _tensor.reset(i)
        places = ', '.join(f'gpu({k})' for k in range(_tensor.gpu_count()) if _tensor.gpu_info(k)['physical'] == physical)
        out.append(say('reset', places=places) + (say.count('reset lost', values, bytes=amount(size)) if values else ''))
    return '\n'.join(out + lost_note(Entry(name, value) for name, value in user_names()))
