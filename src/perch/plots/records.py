"""Figures of perch's records: the memory of devices by value (%mem), who worked when (%timeline), what was copied where (%transfers)."""
import matplotlib.pyplot as plt

from perch.mistakes.draw import amount
from perch.views.mem import mem
from perch.views.timeline import timeline as _timeline
from perch.views.transfers import transfers as _transfers
from perch.views.world import device_title, place_name

COLOURS = {'call': 'C0', 'copy': 'C1', 'wait': 'C7'}
UNITS = ((1 << 30, 'GiB'), (1 << 20, 'MiB'), (1 << 10, 'KiB'), (1, 'bytes'))
VALUES = 15             # values of a device that have a bar of their own
ROW = 0.28              # inches of a bar


def _empty(axes, text):
    axes.text(0.5, 0.5, text, ha='center', va='center', transform=axes.transAxes)
    axes.set_axis_off()


def _unit(most):
    """The unit that a scale up to so many bytes is in: its bytes, its name."""
    return next((size, name) for size, name in UNITS if most >= size or size == 1)


def _bars(ledger):
    """What lies on a device: (name, bytes, colour) of the largest values, of all others together, and of what is no value."""
    values = [(share.name or share.kind, share.bytes) for share in ledger.shares if share.bytes]
    if len(values) > VALUES:
        others = values[VALUES - 1:]
        values = [*values[:VALUES - 1], ('%d others' % len(others), sum(size for _, size in others))]
    rest = (('rounding', ledger.rounding), ('gaps', ledger.gaps), ('cache', ledger.cache))
    return [(name, size, 'C0') for name, size in values] + [(name, size, 'C7') for name, size in rest if size]


def _scaled(axes, most):
    """The horizontal scale of bytes, with room for an amount behind the longest bar; the unit's bytes."""
    size, name = _unit(most)
    axes.set_xlim(0, (most or 1) / size * 1.2)
    axes.set_xlabel(name)
    return size


def memory():
    """A figure: on each device the bytes of each value, the cache and the gaps; their sum is what the allocator counts."""
    devices = mem().devices
    tables = [_bars(ledger) for ledger in devices]
    heights = [ROW * len(bars) + 1 for bars in tables] or [1]
    figure, rows = plt.subplots(len(heights), squeeze=False, constrained_layout=True, figsize=(6.4, sum(heights)), gridspec_kw={'height_ratios': heights})
    if not devices:
        _empty(rows[0, 0], 'no device holds a tensor')
    for ledger, bars, axes in zip(devices, tables, rows[:, 0]):
        axes.set_title('%s: %s of %s bytes' % (place_name(ledger.device), format(ledger.sum, ','), format(ledger.counted, ',')) if ledger.device < 0 else
                       '%s, %s' % (place_name(ledger.device), device_title(ledger.device)))
        if not bars:
            _empty(axes, 'holds nothing')
            continue
        unit = _scaled(axes, max(size for _, size, _ in bars))
        drawn = axes.barh(range(len(bars)), [size / unit for _, size, _ in bars], color=[colour for *_, colour in bars])
        axes.bar_label(drawn, [amount(size) for _, size, _ in bars], padding=3)
        axes.set_yticks(range(len(bars)), [name for name, *_ in bars])
        axes.set_ylim(len(bars) - 0.4, -0.6)
    return figure


def timeline(since=0, cell=None):
    """A figure: a row for each device's calls, copies and waits; time from the first event, in milliseconds."""
    events = _timeline(since, cell).events
    lanes = sorted({(event.device is None, event.device, event.kind) for event in events}, key=str)
    figure, axes = plt.subplots(constrained_layout=True, figsize=(6.4, 1 + 2 * ROW * max(2, len(lanes))))
    if not events:
        _empty(axes, 'nothing was recorded')
        return figure
    first = min(event.start for event in events)
    for at, (_, device, kind) in enumerate(lanes):
        mine = [event for event in events if (event.device, event.kind) == (device, kind)]
        axes.broken_barh([((event.start - first) * 1e3, max((event.end - event.start) * 1e3, 1e-6)) for event in mine], (at - 0.4, 0.8), color=COLOURS.get(kind, 'C2'))
    axes.set_yticks(range(len(lanes)), ['%s %s' % (place_name(device), kind) for _, device, kind in lanes])
    axes.invert_yaxis()
    axes.set_xlabel('ms')
    return figure


def transfers(since=0):
    """A figure: copies between places, a bar for each pair; what could have been avoided stands apart."""
    needed, avoidable = {}, {}
    for move in _transfers(since=since):
        pair = '%s → %s' % (place_name(move.source), place_name(move.target))
        rows = avoidable if move.avoidable else needed
        rows[pair] = rows.get(pair, 0) + move.bytes
    pairs = sorted({*needed, *avoidable})
    figure, axes = plt.subplots(constrained_layout=True, figsize=(6.4, 1 + 2 * ROW * max(2, len(pairs))))
    if not pairs:
        _empty(axes, 'nothing was copied')
        return figure
    sums = [needed.get(pair, 0) + avoidable.get(pair, 0) for pair in pairs]
    unit = _scaled(axes, max(sums))
    axes.barh(pairs, [needed.get(pair, 0) / unit for pair in pairs], height=0.5, label='needed')
    if avoidable:
        axes.barh(pairs, [avoidable.get(pair, 0) / unit for pair in pairs], left=[needed.get(pair, 0) / unit for pair in pairs], height=0.5, color='C3', label='avoidable')
        axes.legend(loc='lower right', bbox_to_anchor=(1, 1), ncol=2, borderaxespad=0.2)
    for at, whole in enumerate(sums):
        axes.text(whole / unit, at, ' ' + amount(whole), va='center')
    return figure
