"""%where: all names by device: shape, dtype, bytes, the line that put them there; networks and lists as one row that unfolds."""
import _tensor
from perch.mistakes.draw import amount
from perch.mistakes.line import is_tensor
from perch.mistakes.names import is_network
from perch._where import Row as Place
from perch._where import DEEP, MOST, _gather
from perch.views.paint import Row, Table, View
from perch.views.words import words
from perch.views.world import device_of, made_at, namespace, place_cell, place_name, results, shape_text, torch_speaks, user_names, what
from perch.words import say


class Entry:
    """A name: places are its tensors (perch._where.Row), pending what has no place yet."""

    def __init__(self, name, value):
        self.name, self.value = name, value
        self.places, self.pending, seen = [], [], set()
        _gather(name, value, self.places, self.pending, seen)
        self.cut = None in seen         # there is more than was looked at
        self.single = is_tensor(value)

    @property
    def devices(self):
        """{device: bytes that are held}; memory that two tensors share counts once, a view holds the whole that it looks at."""
        out, seen = {}, set()
        for place in self.places:
            serial = _tensor.serial(place.tensor)
            device = device_of(place.tensor)
            out.setdefault(device, 0)
            if serial not in seen:
                out[device] += _tensor.kept_bytes(place.tensor)
            seen.add(serial)
        return out


def lost_note(entries):
    """['lost: x, net (4)'] of what was on a card that has been reset since; [] where nothing was."""
    counts = [(entry, sum(_tensor.is_lost(place.tensor) for place in entry.places)) for entry in entries]
    found = [entry.name if entry.single else f'{entry.name} ({n})' for entry, n in counts if n]
    return [say('reset names', names=', '.join(found))] if found else []


class Where(View):
    """entries: the names that stand for something on a device."""

    def __init__(self, entries, unfolded, torch):
        self.entries, self.unfolded, self.torch = entries, unfolded, torch

    def __iter__(self):
        return iter(self.entries)

    def __len__(self):
        return len(self.entries)

    def _inner(self, entry):
        """Rows of what a name unfolds to; the copies of one parameter are one row."""
        groups = {}
        for place in entry.places:
            groups.setdefault((place.name, place.shape, place.dtype, len(groups) if place.name.endswith('[…]') else None), []).append(place)     # (keys without a text are not one)
        rows = []
        for (name, _, dtype, _), places in groups.items():
            devices = [device_of(place.tensor) for place in places]
            line, text = made_at(places[0].tensor)
            rows.append(Row([name or entry.name, f'{shape_text(places[0].tensor)} {dtype}', place_cell(dict.fromkeys(devices), self.torch),
                             amount(sum(place.bytes for place in places)), line, text], device=devices[0] if len(set(devices)) == 1 else None))
        rows += [Row([name, '?', '', '', '', why]) for name, why in entry.pending]
        return rows

    def _row(self, entry, device):
        """The row of a name under a device (None: on several, or on none yet)."""
        if entry.single:
            tensor = entry.value
            line, text = made_at(tensor)
            held = _tensor.kept_bytes(tensor)
            size = amount(entry.places[0].bytes)
            return Row([entry.name, what(tensor), place_cell([device], self.torch), size if held == entry.places[0].bytes else words('part of', part=size, whole=amount(held)), line, text], device)
        names = {place.name for place in entry.places} | {name for name, _ in entry.pending}
        text_ = words.count('network', len(names)) if is_network(entry.value) else words.count('tensors in', len(entry.places), type=type(entry.value).__name__)
        line, text = made_at(entry.places[0].tensor) if entry.places else ('', entry.pending[0][1])
        where = place_cell(entry.devices, self.torch) or '?'
        return Row([entry.name, text_, where, amount(sum(entry.devices.values())), line, text], device,
                   rows=self._inner(entry), unfolded=self.unfolded, fold=f'{entry.name}: {text_}')

    def table(self):
        columns = [(words('name'), 'l'), (words('what'), 'l'), (words('device'), 'l'), (words('bytes'), 'r'), (words('made'), 'l'), (words('line'), 'l')]
        groups = {}
        for entry in self.entries:
            if not entry.places and not entry.pending:      # (all that it has is too deep)
                continue
            devices = list(entry.devices)
            groups.setdefault(devices[0] if len(devices) == 1 else None, []).append(entry)
        rows = []
        for device in sorted(groups, key=lambda d: (d is None, d if d is not None else 0)):
            rows += [self._row(entry, device) for entry in groups[device]]
        notes = []
        if self.entries:
            total, seen = {}, set()
            for entry in self.entries:
                for place in entry.places:
                    key = _tensor.serial(place.tensor)
                    if key not in seen:
                        total[device_of(place.tensor)] = total.get(device_of(place.tensor), 0) + _tensor.kept_bytes(place.tensor)
                    seen.add(key)
            if total:
                notes.append(words('in all', list=', '.join(f'{place_name(d, self.torch)} {amount(n)}' for d, n in sorted(total.items()))))
            notes += [words('where cut', name=entry.name, n=f'{MOST:,}', deep=DEEP) for entry in self.entries if entry.cut]
            notes += lost_note(self.entries)
            if not self.unfolded and any(not entry.single and (entry.places or entry.pending) for entry in self.entries):
                notes.append(words('unfold'))
        else:
            notes.append(words('where none'))
        return Table(columns if rows else [('', 'l')], rows, notes, coloured=2)


def where(*names, unfolded=False):
    """where(): all names; where('net', …): these, unfolded."""
    scope = namespace()
    torch = torch_speaks(scope)
    if names:
        entries = []
        for name in names:
            try:
                value = scope[name] if name in scope else eval(name, scope)
            except Exception:
                raise NameError(words('where missing', name=name)) from None
            entries.append(Entry(name, value))
        entries = [entry for entry in entries if entry.places or entry.pending or entry.cut]
        return Where(entries, True, torch)
    entries = [Entry(name, value) for name, value in user_names(scope)]
    entries += [Entry(f'Out[{number}]', value) for number, value in results(scope).items() if is_tensor(value) and not any(entry.value is value for entry in entries)]
    return Where([entry for entry in entries if entry.places or entry.pending or entry.cut], unfolded, torch)
