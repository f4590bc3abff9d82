"""%fix [n]: repairs of the last error: each is the whole cell with the line repaired, was tried by a dry run, and says what it would move.

offered(error) is asked when a cell fails: the fix key of a front takes what it gives.
"""
import _tensor
from perch._roots import Edit
from perch.words import say
from perch.views.paint import Row, Table, View
from perch.views.words import words

MOST = 3
SECONDS = 2             # for a trial
OTHERS = 0.5            # for one of a repair beside the first, which runs the whole cell


class Fix:
    """cell: the whole text; line: the repaired line; cost: what it would move."""

    def __init__(self, cell, line, cost, number):
        self.cell, self.line, self.cost, self.number = cell, line, cost, number     # number: of the line in the cell, from 1


def replace_span(source, info, text):
    """(source with the text in place of a site's span, the number of its line)."""
    _, line, column, end_line, end_column, _ = info
    lines = source.encode('utf-8', 'surrogatepass').split(b'\n')
    if end_line > len(lines):
        return None
    piece = lines[line - 1][:column] + text.encode('utf-8') + lines[end_line - 1][end_column:]
    return b'\n'.join(lines[:line - 1] + [piece] + lines[end_line:]).decode('utf-8', 'replace'), line


def only_definitions(source):
    """May a cell run once more without doing more than to define?"""
    import ast
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return False
    return bool(body) and all(isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)) for node in body)


def repaired(facts, expression, cell):
    """(text, number of its line) of the failed cell with an expression in place of the one that failed; None: it cannot be said."""
    info = _tensor.site_info(facts.site)
    source = _tensor.site_source(facts.site)
    if info is None or source is None:
        return None
    if source.rstrip() == cell.rstrip():
        return replace_span(cell, info, expression)
    done = replace_span(source, info, expression)
    if done is None:
        return None
    if source and cell.count(source.strip()) == 1:          # under a cell magic, or a line magic
        at = cell.index(source.strip())
        shift = len(source) - len(source.lstrip())
        text = cell[:at] + done[0].strip() + cell[at + len(source.strip()):]
        return text, cell[:at].count('\n') + done[1] - source[:shift].count('\n')
    old = facts.expression
    if old and cell.count(old) == 1:
        at = cell.index(old)
        return cell.replace(old, expression), cell[:at].count('\n') + 1
    if info[0].startswith('Cell In[') and only_definitions(source):     # a function of an earlier cell
        return done[0].rstrip('\n') + '\n\n' + cell, done[1]
    return None


def edited(edit, cell):
    """(text, number of its line) of the failed cell with another of its lines repaired; None: that line stands elsewhere."""
    return (edit.apply(), edit.first) if edit.source.rstrip() == cell.rstrip() else None


def offered(error):
    """The repairs of an exception, at most MOST, each tried."""
    from perch import explain
    from perch.views.dry import trial
    import _session
    facts = explain.last
    if facts is None or not facts.fixes or facts.note not in (getattr(error, '__notes__', None) or []):
        return []
    cell = _session.cell_source(f'Cell In[{_session.number()}]', True)
    if not isinstance(cell, str):
        return []
    found = []
    for i, (expression, cost) in enumerate(facts.fixes[:MOST]):
        done = edited(expression, cell) if isinstance(expression, Edit) else repaired(facts, expression, cell)
        if done is None:
            continue
        text, number = done
        last = max(number, _tensor.site_info(facts.site)[1])
        stop = 0 if i or text.count('\n') != cell.count('\n') else last       # the others must carry the whole cell: they may only put the error off
        result = trial(text, zeros=True, stop=stop, seconds=OTHERS if i else SECONDS)
        if result.ok or i == 0 and result.error is None and result.refused is not None:       # what cannot be tried is printed all the same
            found.append(Fix(text, text.split('\n')[number - 1].strip(), cost, number))
    return found


_offered = []           # the last error's repairs


def offers(error):
    """offered(error), asked once, when a cell has failed: rows (cell, line, cost) for the front."""
    global _offered
    try:
        _offered = offered(error)
    except Exception:
        _offered = []
    return [(fix.cell, fix.line, fix.cost) for fix in _offered]


def is_explained(error):
    """Is it an error of the program with a drawing under it? (What a magic says of its use is not the program's.)"""
    return any('perch explain' in note for note in getattr(error, '__notes__', None) or [])


class Fixes(View):
    """The repairs, a row each."""

    def __init__(self, fixes, notes):
        self.fixes, self.notes = fixes, notes

    def table(self):
        rows = [Row([words('fix row', n=i), fix.line, fix.cost or words('fix free')]) for i, fix in enumerate(self.fixes, 1)]
        return Table([('', 'l'), ('', 'l'), ('', 'l')], rows, self.notes)


def choose(asked=''):
    """%fix n: that one becomes the next input; %fix: the only one, or the list."""
    import _session
    from perch.magics import UsageError
    from perch.views.world import last_exception
    error = last_exception()
    if error is None:
        raise UsageError(words('fix no error'))
    fixes = _offered if is_explained(error) or isinstance(error, UsageError) else []
    if not fixes:
        elsewhere = is_explained(error) and any(say('fix', text='') in note for note in error.__notes__)
        raise UsageError(words('fix elsewhere' if elsewhere else 'fix none'))
    if not asked and len(fixes) > 1:
        return Fixes(fixes, [words.count('fix choose', len(fixes))])
    if asked and (not asked.isdigit() or not 1 <= int(asked) <= len(fixes)):
        raise UsageError(words.count('fix choose', len(fixes)))
    fix = fixes[int(asked or 1) - 1]
    _session.next_input(fix.cell, False)
    return Fixes([], [words('fix put', line=fix.line) + (f'   ({fix.cost})' if fix.cost else '')])
