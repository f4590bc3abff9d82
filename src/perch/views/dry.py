"""%dry LINE: what a line would give, without running it: shape, dtype and device of the result, peak memory, what would move, the error.

The line runs in a forked child in which tensors have shapes and places and no values, and from which nothing reaches the outside (guard.c).
The session itself sees nothing of it: the child tells what it found through a pipe and ends.
"""
import json
import posix
import sys

import _tensor
from perch.mistakes.draw import amount, nbytes
from perch.mistakes.drawing import Drawing, drawing_from, drawing_of
from perch.mistakes.line import is_tensor
from perch.mistakes.names import is_network, network_names
from perch.views.paint import Row, Table, View, drawn_lines
from perch.views.words import words
from perch.views.world import OWN, device_of, gpus, place_name, shape_text, site_place, torch_speaks



def patience():
    """How many times as long as usual a trial may take: a slow or busy machine's PERCH_PATIENCE."""
    try:
        return min(max(float(posix.environ.get(b'PERCH_PATIENCE', b'1')), 0.1), 1000)
    except ValueError:
        return 1


PATIENCE = patience()
SECONDS = 5 * PATIENCE  # of work; then it is called off
MARK = '\x1f'


class Trial:
    """What came of a dry run: refused (why, as a sentence) or error (its own text; notes: its notes, of which a Drawing is one) or gives, sets, deletes, moves, peaks, prints."""

    def __init__(self):
        self.refused = self.error = self.told = None
        self.notes = []
        self.gives, self.sets, self.deletes, self.moves, self.peaks, self.prints = [], [], [], [], [], ''

    @property
    def ok(self):
        return self.refused is None and self.error is None


# ---- in the child ----

def describe(value, torch, depth=0):
    """'2x3 float32 on gpu(1)'; texts that need no tensor's value."""
    if is_tensor(value):
        return f'{shape_text(value)} {_tensor.dtype_name(value)}{words("comma")}{words("on", place=place_name(device_of(value), torch))}'
    if is_network(value):
        places = dict.fromkeys(place_name(device_of(t), torch) for _, t in network_names(value))
        return f'{type(value).__name__}{words("comma")}{words("on", place=", ".join(places))}' if places else type(value).__name__
    if isinstance(value, (list, tuple)) and depth < 2:
        kinds = {}
        for item in value[:1000]:
            text = describe(item, torch, depth + 1)
            kinds[text] = kinds.get(text, 0) + 1
        if any(is_tensor(item) for item in value[:1000]) or depth == 0 and len(kinds) < 1:
            return f'{type(value).__name__}: ' + ', '.join(f'{n} × {text}' if n > 1 else text for text, n in list(kinds.items())[:6]) if kinds else type(value).__name__
    if isinstance(value, (bool, int, float, str, bytes, complex, type(None), tuple, list, dict, set)):
        try:
            text = repr(value)
        except Exception:
            return type(value).__name__
        return text if len(text) <= 120 else text[:119] + '…'
    if isinstance(value, type) or callable(value):
        return getattr(value, '__qualname__', type(value).__name__)
    return type(value).__name__


def begin(mode):
    """Tensors have shapes and places alone from here on; gives how many values were wanted before. mode 1: a value that is wanted is an error, 2: it is 0."""
    __import__('time').sleep = lambda seconds: None      # nobody waits in a dry run
    distributions = sys.modules.get('torch.distributions')
    if distributions is not None:
        distributions.Distribution.set_default_validate_args(False)     # there are no values that could be valid
    _tensor.notes(False)
    _tensor.ledger(True)
    _tensor.ledger_clear()
    return _tensor.dry(mode)


def child(text):
    """Runs the text and gives the report's lines."""
    import _session
    from perch.mistakes import repairs
    from perch.views.fix import told_of
    names = _session.namespace()
    torch = torch_speaks(names)
    out = []
    versions = {row[0]: row[6] for row in _tensor.storages()}
    before = {name: value for name, value in names.items()}
    kept = {name: _tensor.serial(value) for name, value in before.items() if is_tensor(value)}
    start = {}
    for device in [*gpus(), -1]:
        _tensor.reset_peak(device)
        start[device] = _tensor.memory(device)['allocated']
    reads = begin(1)
    error = None
    try:
        source = repairs.texts[f'Cell In[{_session.number()}]'] = _session.transform(text)
        _session.run(source, f'Cell In[{_session.number()}]', True)
        for value in list(names.values()):      # what is still in the buffers of open files would be written
            if hasattr(value, 'buffer') or hasattr(value, 'raw') or hasattr(value, 'fileno'):
                if value not in (sys.stdout, sys.stderr, sys.stdin) and callable(getattr(value, 'flush', None)):
                    value.flush()
    except BaseException as caught:
        error = caught
    wanted = _tensor.dry(0) - reads
    printed, value = _session.tried()
    if wanted:
        place = ''
        trace = error.__traceback__ if error is not None else None
        while trace is not None:
            if not _tensor.is_library(trace.tb_frame.f_code):
                place = line_of(trace, text)
            trace = trace.tb_next
        return [('refused', 'value', place)]
    if isinstance(error, SyntaxError) and error.filename and error.filename.startswith('Cell In['):
        out.append(('error', '', f'{type(error).__name__}: {error}'))
    elif error is not None:
        text_ = str(error)
        title = f'{type(error).__name__}: {text_}' if text_ and text_ != 'None' else type(error).__name__
        drawing = drawing_of(error)
        out.append(('error', '', title))
        for note in getattr(error, '__notes__', None) or []:
            if note is drawing:
                out.append(('drawing', '', json.dumps(told_of(error, _session.number(), text))))
            else:
                out.append(('note', '', note))
    for item in value:
        if item is not None:
            out.append(('gives', '', describe(item, torch)))
    for name, item in names.items():
        if name.startswith('_') or name in OWN:
            continue
        if name not in before or before[name] is not item:
            out.append(('sets', name, describe(item, torch)))
        elif name in kept and (_tensor.serial(item) != kept[name] or next((r[6] for r in _tensor.storages() if r[0] == kept[name]), 0) != versions.get(kept[name])):
            out.append(('sets', name, describe(item, torch)))
    out += [('deletes', name, '') for name in before if name not in names]
    for row in _tensor.ledger_moves():
        line, source = site_place(row[6])
        out.append(('moves', f'{place_name(row[1], torch)} → {place_name(row[2], torch)}', f'{row[3]}{MARK}{row[4]}{MARK}{source}'))
    for device in [*gpus(), -1]:
        memory = _tensor.memory(device)
        peak = memory['allocated_peak']
        if peak > start.get(device, 0):
            free = (memory['limit'] or 0) - memory['allocated']
            out.append(('peak', place_name(device, torch), f'{peak}{MARK}{peak - start.get(device, 0)}{MARK}{max(0, free)}'))
    if printed:
        out.append(('prints', '', printed))
    return out


def line_of(trace, text):
    number = trace.tb_lineno
    lines = text.split('\n')
    if trace.tb_frame.f_code.co_filename.startswith('Cell In[') and 0 < number <= len(lines) and lines[number - 1].strip():
        return lines[number - 1].strip()
    return f'{trace.tb_frame.f_code.co_name}, {number}'


def send(fd, rows):
    """Rows of three texts: each field with its length, so that any text may be in it."""
    data = bytearray(b'.')
    for row in rows:
        for field in row:
            piece = str(field).encode('utf-8', 'replace')
            data += b'%d:' % len(piece) + piece
    data = bytes(data + b'end')
    while data:
        data = data[posix.write(fd, data):]


def received(data):
    """The rows of a report, or None if it is not whole."""
    at, fields = 1, []
    while data[at:at + 3] != b'end':
        colon = data.find(b':', at)
        if colon < 0:
            return None
        n = int(data[at:colon])
        fields.append(data[colon + 1:colon + 1 + n].decode('utf-8', 'replace'))
        at = colon + 1 + n
        if at > len(data):
            return None
    return [tuple(fields[i:i + 3]) for i in range(0, len(fields), 3)]


# ---- in the session ----

def run_child(write, work):
    """Never returns."""
    try:
        import _session
        import perch.explain, perch.mistakes.mending, perch._where, perch.mistakes.repairs, perch.views.fix        # before the gate closes: nothing else is opened later
        if not _session.guard(write, int(SECONDS) + 1):
            posix.write(write, b'!system\t\n')
            posix._exit(3)
        send(write, work())
    except BaseException as error:
        try:
            posix.write(write, f'!crash\t{type(error).__name__}: {error}\n'.encode('utf-8', 'replace'))
        except BaseException:
            pass
    finally:
        posix._exit(0)


def collect(read, pid, seconds):
    """What the child wrote; None: it took too long, or was interrupted."""
    import _session
    try:
        return _session.collect(read, seconds)
    finally:
        try:
            posix.kill(pid, 9)
        except OSError:
            pass
        posix.close(read)


def guarded(work, seconds):
    """(rows that work() gives in a guarded child, None), or (None, why there are none, as a sentence)."""
    _tensor.gpu_count()                     # opened here: the child's opening would not last
    sys.stdout.flush()
    read, write = posix.pipe()
    pid = posix.fork()
    if pid == 0:
        posix.close(read)
        run_child(write, work)
    posix.close(write)
    try:
        data = collect(read, pid, seconds)
    finally:
        _, status = posix.waitpid(pid, 0)
    if data is None:
        return None, words('dry long', n=f'{seconds:g}')
    if data.startswith(b'!'):
        kind, _, what = data[1:].decode('utf-8', 'replace').rstrip('\n').partition('\t')
        return None, refusal(kind, what)
    rows = received(data) if data else None
    return (None, words('dry crash', what=f'status {status}')) if rows is None else (rows, None)


def trial(text):
    """A dry run of a cell's text."""
    result = Trial()
    rows, result.refused = guarded(lambda: child(text), SECONDS)
    if rows is not None:
        fill(result, rows)
    if result.told:
        from perch.views.fix import for_dry
        at, failed = result.told
        result.notes[at] = for_dry(text, result.notes[at], failed)
    return result


def refusal(kind, what):
    if kind in ('file', 'change', 'other'):
        return words('dry ' + kind, file=what, what=what or '?')
    return words('dry ' + kind, what=what)


def fill(result, rows):
    for kind, key, text in rows:
        if kind == 'refused':
            result.refused = words('dry value', line=text or key)
        elif kind == 'error':
            result.error = text
        elif kind == 'note':
            result.notes.append(text)
        elif kind == 'drawing':
            told = json.loads(text)
            result.told = len(result.notes), told['failed']
            result.notes.append(drawing_from(told['drawing']))
        elif kind == 'gives':
            result.gives.append(text)
        elif kind == 'sets':
            result.sets.append((key, text))
        elif kind == 'deletes':
            result.deletes.append(key)
        elif kind == 'prints':
            result.prints = text
        elif kind == 'moves':
            size, seconds, line = text.split(MARK, 2)
            result.moves.append((key, int(size), float(seconds), line))
        elif kind == 'peak':
            peak, more, free = map(int, text.split(MARK))
            result.peaks.append((key, peak, more, free))


class Dry(View):
    """trial: what came of it."""

    def __init__(self, result):
        self.trial = result

    def table(self):
        from perch.views.transfers import seconds_text
        result = self.trial
        if result.refused is not None:
            return Table([('', 'l')], [], [words('dry refused', why=result.refused)])
        rows = []
        if result.error is not None:
            rows.append(Row([words('dry raises') + '  ' + result.error.split('\n')[0]], kind='text'))
            rows += [Row([line], kind='text') for line in result.error.split('\n')[1:]]
            for note in result.notes:
                rows += [Row([line], kind='text') for line in (drawn_lines(note) if isinstance(note, Drawing) else note.split('\n'))]
        for text in result.gives:
            rows.append(Row([words('dry gives'), text]))
        for name, text in result.sets:
            rows.append(Row([words('dry sets', name=name), text]))
        for name in result.deletes:
            rows.append(Row([words('dry deletes', name=name), '']))
        if not rows and not result.prints:
            rows.append(Row([words('dry gives'), words('dry nothing')]))
        moves = {}
        for way, size, seconds, line in result.moves:
            n, total, time_ = moves.get((way, line), (0, 0, 0))
            moves[way, line] = n + 1, total + size, time_ + seconds
        for i, ((way, line), (n, total, seconds)) in enumerate(moves.items()):
            times = f' ({n} ×)' if n > 1 else ''
            rows.append(Row([words('dry moves') if i == 0 else '', words('comma').join([amount(total), way, seconds_text(seconds)]) + times + (f'   {line}' if len(moves) > 1 else '')]))
        for place, peak, more, free in result.peaks:
            rows.append(Row(['', words('dry peak', place=place, peak=amount(peak), more=amount(more), free=amount(free))]))
        if result.prints:
            for i, line in enumerate(result.prints.rstrip('\n').split('\n')[:12]):
                rows.append(Row([words('dry prints') if i == 0 else '', line]))
        return Table([('', 'l'), ('', 'l')], rows, [words('dry head')])


def dry(text):
    return Dry(trial(text))


def dry_bundle(text):
    """For session_dry_run."""
    from perch.views.paint import bundle
    return bundle(dry(text))
