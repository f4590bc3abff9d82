"""%undo: cells taken back."""
from perch.magics import UsageError, tell
from perch.undo import CELLS, journal
from perch.views.words import words


def _begin(shell, rest):
    if rest and not (rest[0].isdigit() and 0 < int(rest[0]) <= 1000 and len(rest) == 1):
        raise UsageError(words('undo usage'))
    journal.start(shell, int(rest[0]) if rest else CELLS)
    tell(words('undo on', n=journal.most))


def _tell(record, number, gone, back, bound, objects, tensors):
    first = record.cell.strip().split('\n')
    tell(words('undo taken', number=number, line=first[0] + (' …' if len(first) > 1 else '')))
    for key, names in (('undo gone', gone), ('undo back', back), ('undo bound', bound)):
        if names:
            tell('  ' + words(key, names=', '.join(names)))
    if objects:
        tell('  ' + words.count('undo objects', objects))
    if tensors:
        tell('  ' + words.count('undo tensors', tensors))
    if record.left_out:
        tell('  ' + words.count('undo left out', record.left_out))
    if not record.whole:
        tell('  ' + words('undo partly'))


def magic_undo(shell, line):
    """Take cells back: names, the contents of lists, dicts, sets and objects, the values and places of tensors, gradients and random streams are
    as they were before.

    %undo on [N]     from now on the last N cells (10) can be taken back; what they let go stays in memory until they cannot any more
    %undo            take the last cell back; again: the one before
    %undo N          take the last N cells back
    %undo off        forget the records

    Not taken back: what was printed, files, other processes, the progress of iterators, generators and threads, an autograd graph that backward()
    has used up, and what lies beyond 256 MB of tensors or 50,000 objects (it says so then).
    """
    what, *rest = line.split() or ['1']
    if what == 'on':
        return _begin(shell, rest)
    if what == 'off' and not rest:
        journal.stop(shell)
        tell(words('undo off'))
        return
    if rest or not what.isdigit() or int(what) < 1:
        raise UsageError(words('undo usage'))
    if not journal.most:
        tell(words('undo how'))
        return
    journal.records.pop()                       # of this cell
    if not journal.records:
        tell(words('undo nothing'))
    for _ in range(int(what)):
        if not journal.records:
            break
        record = journal.records.pop()
        _tell(record, record.number, *record.put_back())
