"""Magics that show where things live and what ran: the views of perch.views, and their options."""
import sys

from perch.magics import UsageError
from perch.views.paint import bundle, show
from perch.views.words import words


def _options(line, **known):
    """(options, the other words) of a magic's line; known: name=True where a value follows, False for a switch."""
    import shlex
    given, rest = {}, []
    try:
        parts = shlex.split(line)
    except ValueError as error:
        raise UsageError(str(error)) from None
    i = 0
    while i < len(parts):
        part = parts[i]
        name = part.lstrip('-').partition('=')[0].replace('-', '_')
        if part.startswith('-') and name in known:
            if not known[name]:
                given[name] = True
            elif '=' in part:
                given[name] = part.partition('=')[2]
            else:
                i += 1
                if i == len(parts):
                    raise UsageError(f'--{name} FILE')
                given[name] = parts[i]
        elif part.startswith('-') and len(part) > 1 and not part[1:].isdigit():
            raise UsageError(f'option {part} not recognized')
        else:
            rest.append(part)
        i += 1
    return given, rest


def _no_more(rest, usage):
    """What a magic does not know is told, not left out."""
    if rest:
        raise UsageError(usage)


def _count(given, name, usual):
    text = str(given.get(name, usual))
    if not text.isdigit():
        raise UsageError(f'-{name} N')
    return int(text)


def _recording(rest, magic):
    """`%transfers on|off|clear`: True when that was all."""
    import _tensor
    if rest == ['on'] or rest == ['off']:
        _tensor.ledger(rest == ['on'])
        if '_ranks' in sys.modules:
            sys.modules['_ranks'].record(rest == ['on'])
        return True
    if rest == ['clear']:
        _tensor.ledger_clear()
        if '_ranks' in sys.modules:
            sys.modules['_ranks'].forget()
        return True
    return False


def _over_ranks(given, name, *arguments):
    """`--ranks`: the view over all ranks that this prompt steers; True when that was all."""
    if not given.pop('ranks', None):
        return False
    from perch.magics.ranks import running
    from perch.views.over_ranks import view
    show(view(running(), name, *arguments))
    return True


def magic_where(shell, line):
    """%where [-a] [--ranks] [NAME ...]: on which device each name's value lives, and which line put it there. NAME, or -a: networks and lists unfolded; --ranks: on all ranks."""
    from perch.views.where import where
    given, rest = _options(line, a=False, all=False, ranks=False)
    if _over_ranks(given, 'where', *rest):
        return
    try:
        show(where(*rest, unfolded=bool(given)))
    except NameError as error:
        raise UsageError(str(error)) from None


def magic_devices(shell, line):
    """%devices [--ranks] [reset [N]]: what computes here, its memory, how it is connected; why GPUs are simulated where they are. reset: a real card that has lost its context begins
    anew; --ranks: the devices of all ranks."""
    from perch.views.devices import devices, reset
    given, rest = _options(line, ranks=False)
    if not rest and _over_ranks(given, 'devices'):
        return
    if not rest:
        show(devices())
    elif rest[0] == 'reset' and len(rest) < 3 and (len(rest) == 1 or rest[1].isdigit()):
        print(reset(int(rest[1]) if len(rest) == 2 else None))
    else:
        raise UsageError('%devices [reset [N]]')


def magic_mem(shell, line):
    """%mem [--ranks]: who holds which bytes of which device; the sums are the allocator's. --ranks: on all ranks."""
    from perch.views.mem import mem
    given, rest = _options(line, ranks=False)
    _no_more(rest, '%mem [--ranks]')
    if not _over_ranks(given, 'mem'):
        show(mem())


def magic_free(shell, line):
    """%free [NAME|out|traceback|cycle|cache|all ...]: what would give memory back; with a word: does it."""
    from perch.views.free import free
    _, rest = _options(line)
    try:
        show(free(*rest))
    except NameError as error:
        raise UsageError(str(error)) from None


def magic_transfers(shell, line):
    """%transfers [-n N] [--ranks] [on|off|clear]: what moved between devices, how long it took on the link, and whether it had to. --ranks: on all ranks, and what went between them,
    with the lines of both sides."""
    from perch.views.transfers import transfers
    given, rest = _options(line, n=True, ranks=False)
    most = _count(given, 'n', 40)
    if not _over_ranks(given, 'transfers', most) and not _recording(rest, 'transfers'):
        _no_more(rest, '%transfers [-n N] [--ranks] [on|off|clear]')
        show(transfers(most))


def magic_timeline(shell, line):
    """%timeline [--svg FILE] [--trace FILE] [--ranks] [N] [on|off|clear]: what ran where and when; N: what the lines of cell N did. --trace: for chrome://tracing; --ranks: all ranks."""
    from perch.views.timeline import timeline
    given, rest = _options(line, svg=True, trace=True, ranks=False)
    if _recording(rest, 'timeline'):
        return
    cell = rest[0] if rest and rest[0].isdigit() else None
    _no_more(rest[1:] if cell else rest, '%timeline [--svg FILE] [--trace FILE] [--ranks] [N] [on|off|clear]')
    if given.pop('ranks', None):
        from perch.magics.ranks import running
        from perch.views.over_ranks import view as over_ranks
        view = over_ranks(running(), 'timeline', *([cell] if cell else []))
    else:
        view = timeline(cell=f'In[{cell}]' if cell else None)
    if not given:
        show(view)
        return
    for kind, file in given.items():
        with open(file, 'w', encoding='utf-8') as out:
            out.write((view.svg() or '<svg xmlns="http://www.w3.org/2000/svg"/>') if kind == 'svg' else view.trace())
        print(words('opens in' if kind == 'trace' else 'written', file=file))


def magic_watch(shell, line):
    """%watch on|off: a line at the foot of the screen that follows the devices while cells run."""
    import _session
    word = line.strip() or 'on'
    if word not in ('on', 'off'):
        raise UsageError(words('watch usage'))
    _session.watch(word == 'on')
    if _session.front() != 'jupyter':
        print(words('watch ' + word))
        return
    from perch.views.watch import Watched           # on a page the line stands where it was asked for, and the kernel keeps it up to date
    if word == 'on':
        _session.display(bundle(Watched()), None, 'perch-watch', False)
    else:
        print(words('watch off'))


def magic_blame(shell, line):
    """%blame [x ...]: the life of a value: made, computed from, moved, by cell and line; without a name: of the operands of the last placement error."""
    from perch.views.blame import blame
    _, rest = _options(line)
    try:
        show(blame(*rest))
    except (NameError, TypeError, ValueError, SyntaxError) as error:
        raise UsageError(str(error)) from None


def magic_dry(shell, line):
    """%dry LINE: what the line would give, on shapes and places alone: result, peak memory, what would move, the error it would raise. Nothing changes."""
    from perch.views.dry import dry
    if not line.strip():
        raise UsageError(words('dry usage'))
    show(dry(line))


def magic_fix(shell, line):
    """%fix [n]: the first repair of the last error, or the n-th, becomes the next input; where it is of an earlier cell, %fix again, when that has run, gives the next one."""
    from perch.views.fix import choose
    show(choose(line.strip()))
