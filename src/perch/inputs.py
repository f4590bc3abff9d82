"""What was typed: ranges of history as magics name them (4, 4-6, 243/1-5, ~2/7), and code by any of its names."""
import re

import _session

TAIL, RANGE, SEARCH = 0, 1, 2
_RANGE = re.compile(r'((?P<session>~?\d+)/)?(?P<start>\d+)?((?P<sep>[-:])((?P<last>~?\d+)/)?(?P<stop>\d+))?$')


class Macro:
    """Lines of code that a name stands for; the name alone in a cell runs them."""

    def __init__(self, code):
        self.value = code if code.endswith('\n') else code + '\n'

    def __str__(self):
        return self.value

    def __repr__(self):
        return 'IPython.macro.Macro(%s)' % repr(self.value)

    def __add__(self, other):
        return Macro(self.value + (other.value if isinstance(other, Macro) else other))


def _session_number(text):
    if not text:
        return 0
    return -int(text[1:]) if text[0] == '~' else int(text)


def _of_session(session, start, stop, raw, output):
    """[(session, line, input or (input, output))]; this session's is 0."""
    found = _session.history(RANGE, 0, session, start, stop or 0, None, False, output)
    here = _session.history_session()
    rows = []
    for number, line, source, out in found:
        mine = number == here
        if mine and not raw:
            inputs = _session.namespace()['_ih'] if '_ih' in _session.namespace() else []
            source = inputs[line] if line < len(inputs) else source
        rows.append((0 if mine else number, line, (source, out) if output else source))
    return rows


def ranges(text):
    """(session, start, stop) of each stretch that the text names; what is none is passed over."""
    for word in text.split():
        match = _RANGE.match(word)
        if not match or word in ('/', ''):
            continue
        start = match['start']
        session = _session_number(match['session'])
        if start is None and not match['session']:
            continue
        first = int(start) if start else 1
        if match['stop']:
            stop = int(match['stop']) + (match['sep'] == '-')
        else:
            stop = first + 1 if start else None
        last = _session_number(match['last']) if match['last'] else session
        if last == session:
            yield session, first, stop
            continue
        yield session, first, None
        for between in range(session + 1, last):
            yield between, 1, None
        yield last, 1, stop


def by_ranges(text, raw=True, output=False):
    """Rows of all the stretches; of the whole session where the text names none."""
    rows = []
    for session, start, stop in ranges(text) if text.strip() else [(0, 1, None)]:
        rows += _of_session(session, start, stop, raw, output)
    return rows


def tail(count, output=False, latest=False):
    """The last inputs of all sessions, without the cell that runs."""
    rows = _session.history(TAIL, count + 1, 0, 0, 0, None, False, output)
    here, number = _session.history_session(), _session.number()
    if not latest:
        rows = [row for row in rows if row[0] != here or row[1] != number]
    return [(row[0], row[1], (row[2], row[3]) if output else row[2]) for row in rows[-count:]]


def search(pattern, count=0, unique=False, output=False):
    """Inputs of all sessions that a glob matches."""
    rows = _session.history(SEARCH, count, 0, 0, 0, pattern, unique, output)
    return [(row[0], row[1], (row[2], row[3]) if output else row[2]) for row in rows]


def code_of_ranges(text, raw=False):
    """The inputs as one text."""
    return '\n'.join(row[2] for row in by_ranges(text, raw))


def _looks_like_ranges(text):
    return bool(text.split()) and all(_RANGE.match(word) and word[:1] in '~0123456789' for word in text.split())


def find_code(target, raw=True, py_only=False):
    """Code by its name: stretches of history, an address, a file, a text or a macro of the session."""
    import os
    if not target.strip() or _looks_like_ranges(target):
        code = code_of_ranges(target, raw)
        if code:
            return code
    if target.startswith(('http://', 'https://', 'ftp://')):
        from urllib.request import urlopen
        with urlopen(target) as answer:
            return answer.read().decode('utf-8', 'replace')
    path = os.path.expanduser(target)
    for each in (path, path + '.py'):
        if os.path.isfile(each):
            if each.endswith('.ipynb'):
                import json
                with open(each, encoding='utf-8') as f:
                    cells = json.load(f).get('cells', [])
                return '\n\n'.join(''.join(cell.get('source', '')) for cell in cells if cell.get('cell_type') == 'code')
            with open(each, encoding='utf-8', errors='replace') as f:
                return f.read()
        if os.path.isdir(each):
            raise ValueError("'%s' is a directory, not a regular file." % target)
    try:
        value = eval(target, _session.namespace())
    except Exception:
        raise ValueError("'%s' was not found in history, as a file, url, nor in the user namespace." % target) from None
    if isinstance(value, str):
        return value
    if isinstance(value, Macro):
        return value.value
    raise TypeError("%s is neither a string nor a macro." % target, value)


def ask(question, default):
    """Yes or no; the default where nobody can be asked."""
    while True:
        try:
            answer = _session.input(question, False).strip().lower()
        except (NotImplementedError, EOFError):
            return default
        if not answer:
            return default
        if answer in ('y', 'yes', 'n', 'no'):
            return answer[0] == 'y'
