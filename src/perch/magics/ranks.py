"""Magics of ranks: several processes that run cells together, steered from this prompt. %px, %%px, %autopx, %pxconfig and %pxresult are as ipyparallel's users know them."""
import sys
import time

from perch import steering
from perch.magics import UsageError, tell
from perch.magics.options import parse, split
from perch.steering import RankError, spans
from perch.views.words import words

PATIENCE = 8            # seconds that a cell has to end in after Ctrl-C
STUCK = 5               # after Ctrl-C, when a second one leaves it behind
_settings = {'targets': 'all', 'block': True}
_last = None            # the last Reply
_auto = False


class Interrupted(KeyboardInterrupt):
    _perch_bare = True          # the ranks have shown where they were


Interrupted.__module__, Interrupted.__name__ = 'builtins', 'KeyboardInterrupt'


def running():
    """The run of ranks that this prompt steers."""
    if steering.run is None:
        raise UsageError(words('ranks none'))
    return steering.run


# ---- %ranks ----

def magic_ranks(shell, line):
    """%ranks [start N [--gpus SPEC] [--host A,B] | stop | restart]: ranks that run the cells of %%px; alone: which there are and what they do."""
    from perch.views.paint import show
    given, rest = parse(line, names=('gpus=', 'host=', 'hosts='))
    what = rest[0] if rest else 'status'
    known = {'start': 2, 'stop': 1, 'restart': 1, 'status': 1}
    if what not in known or len(rest) > known[what] or given and what != 'start':
        raise UsageError(words('ranks usage'))
    if what == 'start':
        if len(rest) != 2 or not rest[1].isdigit() or not 0 < int(rest[1]) <= 1024:
            raise UsageError(words('ranks usage'))
        _start(int(rest[1]), given.get('gpus'), given.get('host') or given.get('hosts'))
    elif what == 'restart':
        _start(*running().how)
    elif what == 'stop':
        tell(words('ranks stopped') if steering.stop() else words('ranks none'))
    else:
        from perch.views.over_ranks import Status
        show(Status(running()))


def _start(size, gpus, hosts):
    global _last, _auto
    _last, _auto = None, False
    since = time.monotonic()
    run = steering.start(size, gpus, hosts)
    places = sorted({rank.host for rank in run.ranks.values()})
    tell(words.count('ranks started', size, hosts=', '.join(places), time='%.1f' % (time.monotonic() - since)))


# ---- %px, %%px ----

def _targets(text, run):
    """Ranks that '0,2', '0-2', '1:3', 'all' or '-1' name."""
    if text in ('all', ''):
        return sorted(run.ranks)
    found = set()
    for part in text.split(','):
        part = part.strip()
        try:
            if ':' in part:
                numbers = [int(number) if number else None for number in part.split(':')]
                found.update(range(run.size)[slice(*numbers)])
                continue
            first, mark, last = part[1:].partition('-')
            low = int(part[0] + first) if part else int(part)
            found.update(range(low, int(last) + 1) if mark else [low + run.size if low < 0 else low])
        except (ValueError, TypeError, IndexError):
            raise UsageError(words('ranks targets', text=text, last=run.size - 1)) from None
    if not found or not found <= set(run.ranks):
        raise UsageError(words('ranks targets', text=text, last=run.size - 1))
    return sorted(found)


_LONG = ('targets=', 'block', 'noblock', 'local')
_SHORT = 't:ab'


def _blocks(given):
    """Does %px wait for the end? -a, -b: as --noblock and --block."""
    return not ('noblock' in given or 'a' in given) and ('block' in given or 'b' in given or _settings['block'])


def _options(line, rest):
    """(settings of this call, what is behind the options)."""
    given, code = parse(line, _SHORT, _LONG, rest=rest)
    chosen = {'targets': given.get('targets', given.get('t', _settings['targets'])), 'block': _blocks(given), 'local': 'local' in given}
    return chosen, code


def magic_px(shell, line, cell=None):
    """%px [--targets 0,2] [--noblock] [--local] CODE, and %%px with a cell: runs it on ranks.

    --targets: 0,2, 0-2, 1:3, -1 or all. --local: here too.
    --noblock: it goes on behind the prompt; %pxresult shows what came of it.
    Outputs are labelled by rank, equal ones are shown once; an error is shown in
    full from the rank that began it."""
    chosen, code = _options(line, cell is None)
    if cell is None:
        if not code.strip():
            raise UsageError(words('ranks px usage'))
        text, first = code, 1
    else:
        if code:
            raise UsageError(words('ranks px usage'))
        text, first = cell, 2
    return _give(shell, text, chosen, first)


def _give(shell, text, chosen, first):
    global _last
    import _session
    run = running()
    targets = _targets(chosen['targets'], run)
    _refuse(run, targets)
    if chosen['local']:
        shell.run_cell(text, store_history=False)
    reply = _last = run.give(text, targets, chosen['block'], _session.number(), first)
    if not chosen['block']:
        run.read_aside()
        tell(words('ranks goes on', ranks=spans(targets)))
        return None
    return _follow(run, reply)


def _refuse(run, targets):
    """Ranks that are gone, or have not ended their cells, take no more."""
    run.hear(0)
    gone = [rank for rank in targets if not run.ranks[rank].alive]
    if gone:
        raise RankError('; '.join(words('ranks is gone', rank=rank, how=run.ranks[rank].ending()) for rank in gone) + '. ' + words('ranks restart hint'))
    busy = sorted(set(run.busy()) & set(targets))
    if busy:
        raise RankError(words('ranks busy', ranks=spans(busy)))


def _follow(run, reply):
    """Until it has ended on all its ranks, or the person gives up."""
    from perch.folding import Folded
    shown = Folded(reply)
    called = None               # when Ctrl-C came first
    seen = set()
    try:
        while not reply.over:
            try:
                run.hear(0.05)
                shown.step()
                _tell_gone(run, reply, seen)
                if called and time.monotonic() - called > PATIENCE:
                    break
            except KeyboardInterrupt:
                if called and time.monotonic() - called > STUCK:
                    break
                called = called or time.monotonic()
                run.interrupt([rank for rank in reply.targets if rank not in reply.done])
    finally:
        reply.alone = reply.over        # (what still comes of it is for %pxresult)
        shown.finish()
        _tell_gone(run, reply, seen)
    if not reply.over:
        run.read_aside()
        left = [rank for rank in reply.targets if rank not in reply.done]
        raise RankError(words('ranks stuck', ranks=spans(left)))
    reply.shown = True
    run.replies.pop(reply.number, None)
    _mend(run, reply)
    _judge(reply, run, shown, called)


def _tell_gone(run, reply, seen):
    for rank in reply.targets:
        if not run.ranks[rank].alive and rank not in seen:
            seen.add(rank)
            sys.stdout.flush()
            tell(words('ranks is gone', rank=rank, how=run.ranks[rank].ending()), file=sys.stderr)


def _mend(run, reply):
    """Behind an error ranks may have begun more calls than others."""
    if all(done['status'] == 'ok' for done in reply.done.values()) or len(run.alive()) < run.size or run.busy():
        return
    answers = run.ask('ask', run.alive(), 5, text="__import__('perch.ranks').ranks.state()")
    states = {answer.get('text') for answer in answers.values()}
    if len(states) == 1 and next(iter(states), '').endswith(', 0)'):
        return
    problems = run.mend()
    if problems:
        tell(words('ranks not mended', said=problems[0]), file=sys.stderr)


def _judge(reply, run, shown, called):
    statuses = {rank: done['status'] for rank, done in reply.done.items()}
    if called and all(status in ('interrupted', 'ok', 'error') for status in statuses.values()) and 'interrupted' in statuses.values():
        raise Interrupted
    bad = sorted(rank for rank, status in statuses.items() if status not in ('ok',))
    if not bad:
        return None
    parts = []
    for rank in bad:
        event = shown.errors.get(rank)
        text = event['name'] if event else run.ranks[rank].ending() if not run.ranks[rank].alive else statuses[rank]
        parts.append((text, rank))
    groups = {}
    for text, rank in parts:
        groups.setdefault(text, []).append(rank)
    raise RankError(words('ranks failed', n=len(bad), all=len(statuses), list='; '.join('%s: %s' % (spans(ranks), text) for text, ranks in groups.items())))


# ---- what goes on behind the prompt ----

def magic_pxresult(shell, line):
    """%pxresult: what came of the last %%px --noblock; waits for its end."""
    run = running()
    if _last is None:
        raise UsageError(words('ranks no result'))
    if _last.shown:
        tell(words('ranks shown'))
        return None
    return _follow(run, _last)


def magic_pxconfig(shell, line):
    """%pxconfig [--targets 0,2] [--block | --noblock]: what %px does where its line does not say it."""
    given, rest = parse(line, _SHORT, _LONG)
    if rest:
        raise UsageError(words('ranks px usage'))
    targets = given.get('targets', given.get('t'))
    if targets is not None:
        if steering.run is not None:
            _targets(targets, steering.run)
        _settings['targets'] = targets
    _settings['block'] = _blocks(given)


def magic_autopx(shell, line):
    """%autopx: from now on all cells run on the ranks, until %autopx again. Magics of ranks stay here."""
    global _auto
    import _session
    if not _auto:
        running()
    _auto = not _auto
    _session.set_hook('instead', _instead if _auto else None)
    tell(words('ranks auto on' if _auto else 'ranks auto off'))


_HERE = ('autopx', 'px', 'pxresult', 'pxconfig', 'ranks')


def _instead(cell):
    """The cell as it runs while %autopx is on; None: as it is."""
    first = cell.lstrip().partition('\n')[0]
    if not cell.strip() or steering.run is None or first.startswith('%') and split(first.lstrip('%'))[:1] and split(first.lstrip('%'))[0] in _HERE:
        return None
    return '__import__(%r, None, None, ["*"])._auto_cell(%r)' % (__name__, cell)


def _auto_cell(cell):
    return _give(None, cell, {**_settings, 'local': False}, 1)
