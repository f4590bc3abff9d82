"""%free: what would give memory back, and doing it: %free NAME, out, traceback, cycle, cache, all."""
import gc
import sys

import _tensor
from perch._draw import amount
from perch.views.paint import Row, Table, View
from perch.views.words import words
from perch.views.world import Holders, gpus, namespace, place_name, results, torch_speaks, what

KINDS = ('out', 'traceback', 'cycle', 'cache')


def by_device(holders, serials):
    """{device: bytes of the allocator's} of storages."""
    out = {}
    for serial in serials:
        row = holders.storages.get(serial)
        if row is not None and row[3]:
            out[row[1]] = out.get(row[1], 0) + row[3]
    return out


def listed(amounts, torch):
    return ', '.join(f'{place_name(device, torch)} {amount(n)}' for device, n in sorted(amounts.items()) if n)


class Offer:
    """One way to free memory: key is what %free takes."""

    def __init__(self, key, text, amounts):
        self.key, self.text, self.amounts = key, text, amounts

    @property
    def bytes(self):
        return sum(self.amounts.values())


class Free(View):
    """offers: what would help, the most first."""

    def __init__(self):
        holders = Holders()
        self.torch = torch_speaks()
        self.offers = []
        for kind in ('out', 'traceback', 'cycle'):
            serials = [s for holder in holders.holders if holder.kind == kind for s in holder.own + holder.tape]
            amounts = by_device(holders, serials)
            if amounts:
                self.offers.append(Offer(kind, words('free ' + kind), amounts))
        cache = {device: _tensor.blocks(device)[0] for device in [*gpus(), -1]}
        if any(cache.values()):
            self.offers.append(Offer('cache', words('free cache'), {device: n for device, n in cache.items() if n}))
        for holder in holders.holders:
            if holder.kind == 'name':
                amounts = by_device(holders, holder.own + holder.tape)
                if amounts:
                    self.offers.append(Offer(holder.name, words('free name', name=holder.name) + f' ({what(holder.value)})', amounts))
        self.offers.sort(key=lambda offer: -offer.bytes)

    def table(self):
        if not self.offers:
            return Table([('', 'l')], [], [words('free nothing')])
        rows = [Row([f'%free {offer.key}', offer.text, listed(offer.amounts, self.torch)], next(iter(offer.amounts)) if len(offer.amounts) == 1 else None) for offer in self.offers]
        return Table([(words('how'), 'l'), (words('what'), 'l'), (words('frees'), 'l')], rows, [words('free how')])


def used():
    """{device: (allocated, reserved)}"""
    out = {}
    for device in [*gpus(), -1]:
        memory = _tensor.memory(device)
        out[device] = memory['allocated'], memory['reserved'] if device >= 0 else memory['allocated']
    return out


def drop_results(names):
    out = names.get('_oh')
    if isinstance(out, dict):
        for number in list(out):
            names.pop(f'_{number}', None)
        out.clear()
    try:
        import _session
        _session.forget(False)
    except ImportError:
        pass


def drop_traceback():
    seen, errors = set(), [getattr(sys, 'last_value', None)]
    try:
        import _session
        errors.append(_session.last_exception())
    except ImportError:
        pass
    while errors:
        error = errors.pop()
        if not isinstance(error, BaseException) or id(error) in seen:
            continue
        seen.add(id(error))
        errors += [error.__cause__, error.__context__]
        error.__traceback__ = None
    for name in ('last_traceback',):
        if hasattr(sys, name):
            setattr(sys, name, None)


def free(*whats):
    """free('x', 'out', …) does it and returns the line that says what came of it; free() returns the view of what would help."""
    if not whats:
        return Free()
    names = namespace()
    torch = torch_speaks(names)
    before, notes = used(), []
    if 'all' in whats:
        whats = [*(w for w in whats if w != 'all'), *KINDS]
    for each in sorted(whats, key=lambda w: KINDS.index(w) if w in KINDS and w not in names else -1):
        if each in names and not each.startswith('_'):
            value = names.pop(each)
            serial = _tensor.serial(value) if hasattr(type(value), 'shape') and type(value) in (_tensor.NDArray, _tensor.Tensor, _tensor.ndarray) else None
            value = None
            if serial is not None and any(row[0] == serial for row in _tensor.storages()):
                holders = Holders(names)
                if serial in holders.owner:
                    holder = holders.owner[serial][0]
                    notes.append(words('free still', name=each, holder=holder.name if holder.kind in ('name', 'out', 'module') else words('mem ' + holder.kind)))
        elif each == 'out':
            drop_results(names)
        elif each == 'traceback':
            drop_traceback()
        elif each == 'cycle':
            gc.collect()
        elif each == 'cache':
            for device in [*gpus(), -1]:
                _tensor.empty_cache(device)
        else:
            raise NameError(words('free unknown', name=each))
    after = used()
    gained = {device: max(before[device][0] - after[device][0], before[device][1] - after[device][1], 0) for device in before}
    said = listed(gained, torch)
    return Said([words('free done', list=said) if said else words('free no change'), *notes], gained)


class Said(View):
    """Lines that tell what was done; amounts: {device: bytes}."""

    def __init__(self, lines, amounts=None):
        self.lines, self.amounts = lines, amounts or {}

    def table(self):
        return Table([('', 'l')], [], self.lines)
