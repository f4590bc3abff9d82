"""%mem: the ledger that closes: every byte of a device belongs to a name, a result, a traceback, the gradients' tape, the cache or a gap.

The rows of a device add up to what its allocator counts; `closes` says so, and the tests ask it after random programs.
"""
import _tensor
from perch.mistakes.draw import amount
from perch.mistakes.line import is_tensor
from perch.views.paint import Row, Table, View
from perch.views.words import words
from perch.views.world import Holders, device_title, gpus, made_at, place_name, site_place, torch_speaks, what


class Share:
    """What one holder has on one device: kind, name, bytes, serials, tensors."""

    def __init__(self, kind, name, holder, serials, bytes_, tape):
        self.kind, self.name, self.holder, self.serials, self.bytes, self.tape = kind, name, holder, serials, bytes_, tape


class DeviceLedger:
    """One device: shares, rounding, gaps, cache, and the allocator's own numbers beside their sum."""

    def __init__(self, device, holders):
        self.device = device
        self.memory = _tensor.memory(device)
        self.cache, self.gaps, self.marked, self.largest, _, _ = _tensor.blocks(device)
        mine = {serial: row for serial, row in holders.storages.items() if row[1] == device}
        self.arrays = sum(row[3] for serial, row in mine.items() if serial < 0)        # NumPy's own, beside the allocator
        self.borrowed = sum(row[2] for row in mine.values() if row[7])
        self.rounding = sum(row[3] - row[2] for row in mine.values() if not row[7])
        groups = {}
        for serial, row in mine.items():
            if not row[7]:
                groups.setdefault(holders.owner[serial], []).append(serial)
        self.shares = [Share(holder.kind, holder.name, holder, serials, sum(mine[s][2] for s in serials), how == 'tape') for (holder, how), serials in groups.items()]
        order = {kind: i for i, kind in enumerate(('name', 'out', 'traceback', 'module', 'cycle', 'unknown'))}
        self.shares.sort(key=lambda share: (share.tape, order[share.kind], -share.bytes))
        self.storages = mine

    @property
    def in_tensors(self):
        return sum(share.bytes for share in self.shares) + self.rounding

    @property
    def sum(self):
        return self.in_tensors + self.gaps + self.cache

    @property
    def counted(self):
        """What the allocator says: bytes in tensors, and those that it keeps."""
        kept = self.memory['reserved'] - self.marked
        return self.memory['allocated'] + kept + self.arrays

    @property
    def closes(self):
        return self.in_tensors == self.memory['allocated'] + self.arrays and self.sum == self.counted and self.gaps + self.cache == self.memory['reserved'] - self.marked


class Memory(View):
    """devices: a DeviceLedger each."""

    def __init__(self):
        holders = Holders()
        self.torch = torch_speaks()
        self.devices = [DeviceLedger(device, holders) for device in [*gpus(), -1]]

    def __getitem__(self, device):
        return next(ledger for ledger in self.devices if ledger.device == device)

    @property
    def closes(self):
        return all(ledger.closes for ledger in self.devices)

    def _share_row(self, ledger, share):
        line = text = ''
        sites = {ledger.storages[serial][4] for serial in share.serials}
        if len(sites) == 1:
            line, text = site_place(sites.pop())
        if share.tape:
            return Row([share.name, words.count('tensors in', len(share.serials), type=words('mem tape')), amount(share.bytes), line, text], ledger.device)
        kind = {'traceback': words('mem trace of'), 'cycle': words('mem cycle'), 'unknown': words('mem unknown')}.get(share.kind)
        value = share.holder.value
        if kind is None:
            if is_tensor(value):
                kind = what(value)
            else:
                kind = words.count('tensors in', len(share.serials), type=words('mem module') if share.kind == 'module' else type(value).__name__)
        name = {'traceback': words('mem traceback'), 'cycle': '-', 'unknown': '-'}.get(share.kind, share.name)
        return Row([name, kind, amount(share.bytes), line, text], ledger.device)

    def table(self):
        rows, borrowed = [], 0
        for ledger in self.devices:
            memory = ledger.memory
            borrowed += ledger.borrowed
            if not ledger.shares and not memory['reserved']:
                continue
            head = words('mem head' if ledger.device >= 0 else 'mem head cpu', place=place_name(ledger.device, self.torch), title=device_title(ledger.device),
                         used=amount(memory['allocated']), reserved=amount(memory['reserved']), limit=amount(memory['limit']))
            rows.append(Row([head], ledger.device, 'head'))
            rows += [self._share_row(ledger, share) for share in ledger.shares]
            for key, n in (('mem rounding', ledger.rounding), ('mem gaps', ledger.gaps), ('mem cache', ledger.cache)):
                if n:
                    rows.append(Row(['', words(key), amount(n)]))
            said = words('mem closes', n=f'{ledger.counted:,}') if ledger.closes else words('mem differs', n=f'{ledger.counted:,}', d=f'{ledger.counted - ledger.sum:,}')
            rows.append(Row([words('mem sum'), said, f'{ledger.sum:,}'], kind='sum'))
        if not rows:
            return Table([('', 'l')], [], [words('mem none')])
        notes = [words('mem borrowed', n=amount(borrowed))] if borrowed else []
        return Table([(words('name'), 'l'), (words('what'), 'l'), (words('bytes'), 'r'), (words('made'), 'l'), (words('line'), 'l')], rows, notes + [words('mem free')])


def mem():
    return Memory()
