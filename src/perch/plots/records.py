"""Figures of perch's records: the memory of devices by value (%mem), who worked when (%timeline), what was copied where (%transfers)."""
import matplotlib.pyplot as plt

from perch._draw import amount
from perch.views.mem import mem
from perch.views.timeline import timeline as _timeline
from perch.views.transfers import transfers as _transfers
from perch.views.world import device_title, place_name

COLOURS = {'call': 'C0', 'copy': 'C1', 'wait': 'C7'}


def _empty(axes, text):
    axes.text(0.5, 0.5, text, ha='center', va='center', transform=axes.transAxes)
    axes.set_axis_off()


def memory():
    """A figure: on each device the bytes of each value, the cache and the gaps; their sum is what the allocator counts."""
    devices = mem().devices
    figure, rows = plt.subplots(max(1, len(devices)), squeeze=False, constrained_layout=True)
    if not devices:
        _empty(rows[0, 0], 'no device holds a tensor')
    for ledger, axes in zip(devices, rows[:, 0]):
        bars = [(share.name or share.kind, share.bytes) for share in ledger.shares] + [('rounding', ledger.rounding), ('gaps', ledger.gaps), ('cache', ledger.cache)]
        bars = [(name, size) for name, size in bars if size]
        drawn = axes.barh(range(len(bars)), [size for name, size in bars], color=['C%d' % (i % 10) for i in range(len(bars))])
        axes.bar_label(drawn, [amount(size) for name, size in bars], padding=3)
        axes.set_yticks(range(len(bars)), [name for name, size in bars])
        axes.invert_yaxis()
        axes.margins(x=0.2)
        axes.set_xlabel('bytes')
        axes.set_title('%s: %s of %s bytes' % (place_name(ledger.device), format(ledger.sum, ','), format(ledger.counted, ',')) if ledger.device < 0 else
                       '%s, %s' % (place_name(ledger.device), device_title(ledger.device)))
    return figure


def timeline(since=0, cell=None):
    """A figure: a row for each device's calls, copies and waits; time from the first event, in milliseconds."""
    events = _timeline(since, cell).events
    figure, axes = plt.subplots(constrained_layout=True)
    if not events:
        _empty(axes, 'nothing was recorded')
        return figure
    first = min(event.start for event in events)
    lanes = sorted({(event.device is None, event.device, event.kind) for event in events}, key=str)
    for at, (_, device, kind) in enumerate(lanes):
        mine = [event for event in events if (event.device, event.kind) == (device, kind)]
        axes.broken_barh([((event.start - first) * 1e3, max((event.end - event.start) * 1e3, 1e-6)) for event in mine], (at - 0.4, 0.8), color=COLOURS.get(kind, 'C2'))
    axes.set_yticks(range(len(lanes)), ['%s %s' % (place_name(device), kind) for _, device, kind in lanes])
    axes.invert_yaxis()
    axes.set_xlabel('ms')
    return figure


def transfers(since=0):
    """A figure: copies between places, a bar for each pair; what could have been avoided stands apart."""
    moves = list(_transfers(since=since))
    figure, axes = plt.subplots(constrained_layout=True)
    if not moves:
        _empty(axes, 'nothing was copied')
        return figure
    needed, avoidable = {}, {}
    for move in moves:
        pair = '%s → %s' % (place_name(move.source), place_name(move.target))
        rows = avoidable if move.avoidable else needed
        rows[pair] = rows.get(pair, 0) + move.bytes
    pairs = sorted({*needed, *avoidable})
    axes.barh(pairs, [needed.get(pair, 0) for pair in pairs], label='needed')
    axes.barh(pairs, [avoidable.get(pair, 0) for pair in pairs], left=[needed.get(pair, 0) for pair in pairs], color='C3', label='avoidable')
    for at, pair in enumerate(pairs):
        whole = needed.get(pair, 0) + avoidable.get(pair, 0)
        axes.text(whole, at, ' ' + amount(whole), va='center')
    axes.margins(x=0.2)
    axes.set_xlabel('bytes')
    axes.legend()
    return figure
