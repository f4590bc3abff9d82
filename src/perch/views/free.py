"""%free: what would give memory back, and doing it: %free NAME, out, traceback, cycle, cache, all."""
import gc
import sys

import _tensor
from perch.mistakes.draw import amount
from perch.views.paint import Row, Table, View
from perch.views.where import Entry
from perch.views.words import words
from perch.mistakes.line import is_a, is_tensor
from perch.views.world import ATOMS, Holders, gpus, namespace, place_name, torch_speaks, what

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


MANY = frozenset()


class Alone:
    """Which storages go when names are removed: those that nothing but these names reaches.

    Every object has the set of the roots that reach it: names, 'out', 'traceback'; MANY (empty) where they are more than MOST, or one that cannot be removed.
    """
    MOST = 3

    def __init__(self, holders):
        self.roots, queue, self.reached = {}, [], {}
        tensors = {}
        errors = {id(holder.value) for holder in holders.holders if holder.kind == 'traceback'}     # (sys has them, too)
        for holder in holders.holders:
            if holder.kind in ('out', 'traceback'):
                queue.append((holder.value, frozenset((holder.kind,))))
            elif holder.kind == 'name':
                queue.append((holder.value, MANY if holder.name.startswith('_') else frozenset((holder.name,))))
            elif holder.kind == 'module':
                queue += [(value, MANY) for value in holder.value if id(value) not in errors]
        while queue:
            value, roots = queue.pop()
            if is_a(value, ATOMS) or id(value) in holders._bar or is_a(value, type) and type.__getattribute__(value, '__module__') != '__main__':
                continue
            roots = self._join(self.roots, id(value), roots)
            if roots is None:
                continue
            if is_tensor(value):
                tensors[id(value)] = value
            queue += [(item, roots) for item in gc.get_referents(value)]
        for key, tensor in tensors.items():
            roots = self.roots[key]
            self._join(self.reached, _tensor.serial(tensor), roots)
            if not _tensor.is_array(tensor):
                gradient = _tensor.grad(tensor)
                if gradient is not None:
                    self._join(self.reached, _tensor.serial(gradient), roots)
                for serial, _ in _tensor.tape(tensor):
                    self._join(self.reached, serial, roots)

    def _join(self, known, key, roots):
        """The roots of a key with these, too; None if they were known."""
        before = known.get(key)
        if before is not None and (before == MANY or roots and roots <= before):
            return None
        now = roots if before is None else MANY if not roots or len(before | roots) > self.MOST else before | roots
        known[key] = now
        return now

    def groups(self):
        """The sets of roots, a name among them, that free something together."""
        return {roots for roots in self.reached.values() if roots - {'out', 'traceback'}}

    def of(self, roots):
        return [serial for serial, reached in self.reached.items() if reached and reached <= roots]


class Free(View):
    """offers: what would help, the most first."""

    def __init__(self):
        holders = Holders()
        alone = Alone(holders)
        self.torch = torch_speaks()
        self.held = any(row[3] for row in holders.storages.values())
        self.offers = []
        for kind in ('out', 'traceback', 'cycle'):
            serials = [s for holder in holders.holders if holder.kind == kind for s in holder.own + holder.tape] if kind == 'cycle' else alone.of({kind})
            amounts = by_device(holders, serials)
            if amounts:
                self.offers.append(Offer(kind, words('free ' + kind), amounts))
        cache = {device: _tensor.blocks(device)[0] for device in [*gpus(), -1]}
        if any(cache.values()):
            self.offers.append(Offer('cache', words('free cache'), {device: n for device, n in cache.items() if n}))
        for names in alone.groups():
            amounts = by_device(holders, alone.of(names))
            shown = sorted(names, key=lambda name: (name in KINDS, name))
            if amounts:
                text = words('free name', name=shown[0]) + f' ({what(holders.names[shown[0]])})' if len(shown) == 1 else words('free names', name=', '.join(words('mem ' + name) if name in KINDS else name for name in shown))
                self.offers.append(Offer(' '.join(shown), text, amounts))
        self.offers.sort(key=lambda offer: -offer.bytes)

    def table(self):
        if not self.offers:
            return Table([('', 'l')], [], [words('free held' if self.held else 'free nothing')])
        rows = [Row([f'%free {offer.key}', offer.text, listed(offer.amounts, self.torch)], next(iter(offer.amounts)) if len(offer.amounts) == 1 else None) for offer in self.offers]
        return Table([(words('how'), 'l'), (words('what'), 'l'), (words('frees'), 'l')], rows, [words('free how')])


def serials_of(name, value):
    return {_tensor.serial(place.tensor) for place in Entry(name, value).places}


def used():
    """{device: (allocated, reserved)}"""
    out = {}
    for device in [*gpus(), -1]:
        memory = _tensor.memory(device)
        out[device] = memory['allocated'], memory['reserved']
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
    before, notes, removed = used(), [], []
    if 'all' in whats:
        whats = [*(w for w in whats if w != 'all'), *KINDS]
    for each in sorted(whats, key=lambda w: KINDS.index(w) if w in KINDS and w not in names else -1):
        if each in names and not each.startswith('_'):
            serials = serials_of(each, names[each])
            del names[each]
            gc.collect()                    # (a network, or a class of the program's, may stand in a cycle)
            removed.append((each, serials))
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
    living = {row[0] for row in _tensor.storages()}
    holders = Holders(names) if any(serials & living for _, serials in removed) else None
    for name, serials in removed:
        still = [holders.owner[serial][0] for serial in sorted(serials & living) if serial in holders.owner] if holders else []
        if still:
            holder = still[0]
            notes.append(words('free still', name=name, holder=holder.name if holder.kind in ('name', 'out', 'module') else words('mem ' + holder.kind)))
    holders = still = holder = None
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
