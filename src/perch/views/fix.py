"""%fix [n]: repairs of the last error. Each was tried in a guarded child before it is offered, says what it would move, and is what the drawing prints, the fix key puts in and %dry tells.

offers(error) is asked when a cell fails. What may be changed is known from the drawing (perch/mistakes/repairs.py: changes, the smallest at the place of the mistake first); a Plan (plan.py) says what the cells then
are and which run again. A plan passes when these end without an error; one that gets further, to another mistake, is tried with that mistake's changes on top.
"""
import json
import re
import time

import _session
import _tensor
from perch.mistakes.drawing import drawing_from, drawing_of
from perch.mistakes import mending
from perch.mistakes.repairs import HERE, OTHER
from perch.words import say
from perch.views.dry import PATIENCE
from perch.views.paint import Row, Table, View
from perch.views.plan import Plan, body_of, cell_of
from perch.views.words import words

MOST = 3                # repairs that are offered
SECONDS = 2 * PATIENCE  # for the trial of one
ALL = 3 * PATIENCE      # for all of them
MORE = 0.4 * PATIENCE   # for others beside the first that passes
DEEP = 3                # mistakes that one repair may mend
WIDE = 12               # changes that are tried for a mistake
NEXT = 6                # of those that get further, how many are followed
MOVER = re.compile(r'\.(to|cuda|cpu|copyto|as_in_context|as_in_ctx|reset_ctx|numpy|asnumpy|item|tolist|load_state_dict)\(')     # calls that may move what is there


# ---- a trial ----

class Outcome:
    """kind: PASSED, ODD (another error, none of places, behind the mistake), FURTHER (the next mistake: `changes`, `failed`), UNKNOWN (it may not be tried), FAILED."""

    def __init__(self, kind, changes=(), failed=None, mistake=None):
        self.kind, self.changes, self.failed, self.mistake = kind, changes, failed, mistake


PASSED, ODD, FURTHER, UNKNOWN, FAILED = range(5)


def levels(error):
    """[(file, line, name of the function)] of the program's own levels of a traceback."""
    found, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not _tensor.is_library(code):
            found.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found


def failed_at(error, now, typed):
    """(file, line, source) of the statement of the failed cell that failed; None: it cannot be told."""
    from perch.mistakes.repairs import source_of
    for file, line, name in reversed(levels(error)):
        if name == '<module>' and cell_of(file, now) == now:
            source = source_of(file) if file.startswith('Cell In[') else body_of(typed) if typed.lstrip().startswith('%%') else None
            return (file, line, source) if source is not None else None
    return None


def mistake_of(error):
    """What tells a mistake from another: its line's text and the places of its operands; None: it is none that was drawn."""
    drawing = drawing_of(error)
    return mistake_in(drawing.record) if drawing is not None else None


def mistake_in(record):
    at = record.at
    return [record.code, at.file if at else '', at.text if at else '', [[str(o.name), o.place] for o in record.operands]]


def run_steps(steps, now):
    """In the child: the rows of what came of it."""
    from perch.mistakes import repairs
    from perch.views import dry
    reads, at = dry.begin(2), 0
    try:
        for at, (number, typed) in enumerate(steps):
            source = _session.transform(typed)
            repairs.texts[f'Cell In[{number}]'] = source
            _session.run(source, f'Cell In[{number}]', True)
    except BaseException as error:
        zeros = _tensor.dry(0) != reads
        return [('error', '', json.dumps({'step': at, 'zeros': zeros, 'type': type(error).__name__, 'levels': levels(error)[-1:], **told_of(error, now, steps[-1][1])}))]
    _tensor.dry(0)
    return [('passed', '', '')]


def attempt(plan, before, seconds):
    """The Outcome of a plan; before: the mistakes that were met so far."""
    from perch.views.dry import guarded
    numbers = plan.steps()
    steps = [(number, plan.typed(number)) for number in numbers]
    rows, refused = guarded(lambda: run_steps(steps, plan.now), seconds)
    if rows is None:
        return Outcome(UNKNOWN)
    if rows[0][0] == 'passed':
        return Outcome(PASSED)
    told = json.loads(rows[0][2])
    if told['step'] < len(steps) - 1:
        return Outcome(FAILED)
    if 'drawing' in told:
        record = drawing_from(told['drawing']).record
        mistake = mistake_in(record)
        if mistake in before:
            return Outcome(FAILED)
        return Outcome(FURTHER, record.changes, told['failed'], mistake)
    misspelt = told['type'] in ('NameError', 'AttributeError', 'TypeError', 'SyntaxError', 'IndentationError', 'UnboundLocalError')
    if told['zeros'] and not misspelt:
        return Outcome(UNKNOWN)         # values that were wanted were 0: what was refused may have been these
    if misspelt or changed_here(plan, told['levels']):
        return Outcome(FAILED)
    return Outcome(ODD)


def changed_here(plan, levels_):
    """Does an error come from a line that was changed?"""
    for file, line, _ in levels_:
        number = cell_of(file, plan.now)
        if line in plan.marks.get(number, ()):
            return True
    return False


# ---- the search ----

class Fix:
    """cells: [text] to run, one behind the other; line: the repaired line; cost: what it would move; told: what the drawing says; change: the first that was made."""

    def __init__(self, plan, changes, kind):
        self.plan, self.changes, self.kind = plan, changes, kind
        self.cells = plan.cells()
        self.number, self.at, self.line, _ = plan.lines()[0]
        if not plan.texts:                  # nothing is changed: cells run again
            self.number, self.at, self.line = plan.steps()[0], 1, self.cells[0].strip().partition('\n')[0]
        self.cost = changes[0].cost if len(changes) == 1 else ''

    def said(self):
        """As the drawing says it: the expression, or the line and where it stands."""
        change = self.changes[0]
        if change.expression and len(self.changes) == 1 and self.number == self.plan.now:
            return change.expression
        if not self.plan.texts:
            return say('edit again', cell=f'Cell In[{self.number}]', text=self.line)
        said = []
        for number, at, line, added in self.plan.lines():
            if number == self.plan.now:
                said.append(say('edit before' if added else 'edit line', n=at, text=line))
            else:
                said.append(say('edit before cell' if added else 'edit cell', n=at, cell=f'Cell In[{number}]', text=line))
        return say('list').join(said[:MOST])


class Search:
    def __init__(self, now, end):
        self.now, self.end, self.seen, self.found, self.unknown, self.further = now, end, set(), [], [], []
        self.tried = 0
        self.last = False           # are the changes tried that stand last?

    def passed(self):
        return any(fix.kind == PASSED for fix in self.found)

    def left(self):
        return self.end - time.monotonic()

    def take(self, plan, changes, kind):
        self.found.append(Fix(plan, changes, kind))
        if kind == PASSED and len([f for f in self.found if f.kind == PASSED]) == 1:
            self.end = min(self.end, time.monotonic() + MORE)

    def enough(self):
        return len([fix for fix in self.found if fix.kind == PASSED]) >= MOST or self.left() <= 0.02

    def run(self, plan, changes, failed, mistake):
        """Tries each change; then, where none passes, those of the next mistake on top of what gets further: the fewest changes first."""
        level = [(plan, [], changes, failed, [mistake])]
        for depth in range(DEEP):
            tries = sorted(((sum(c.rank for c in done) + change.rank, i, j) for i, (_, done, more, _, _) in enumerate(level) for j, change in enumerate(more[:WIDE])
                            if change.rank < OTHER or self.last), key=lambda t: t)
            further = []
            for _, i, j in tries:
                if self.enough():
                    return
                further += self.attempt(*level[i], j)
            if depth == 0:
                self.further += [(new, done) for new, done, _, _, _ in further]
            if self.passed():
                return
            level = further[:NEXT]

    def attempt(self, plan, done, changes, failed, mistakes, j):
        """One change on top of a plan: [] or, where it gets further, what is to be tried then."""
        new, made = plan.changed(changes[j], failed), done + [changes[j]]
        if new is None or new.key() in self.seen:
            return []
        self.seen.add(new.key())
        self.tried += 1
        mending.preferred = made[0].goal          # (the child that tries it begins with that)
        outcome = attempt(new, mistakes, min(SECONDS, max(self.left(), 0.05)))
        mending.preferred = None
        if outcome.kind in (PASSED, ODD):
            self.take(new, made, outcome.kind)
        elif outcome.kind == UNKNOWN:
            self.unknown.append((new, made))
        elif outcome.kind == FURTHER:
            return [(new, made, outcome.changes, outcome.failed, mistakes + [outcome.mistake])]
        return []


def repairs(plan, code, changes, failed, mistake):
    """The repairs of a mistake, at most MOST, the best first; None: where it stands is no cell."""
    from perch.mistakes.repairs import MEETING, Span
    search = Search(plan.now, time.monotonic() + ALL)
    for last in (False, True):              # what moves things back to the CPU only where nothing else helps
        if not last or not search.passed() or code not in MEETING:
            search.last = last
            search.run(plan, changes, failed, mistake)
    found = sorted(search.found, key=lambda fix: fix.kind) or [Fix(new, made, FURTHER) for new, made in search.further]
    if not found and search.unknown:
        found = [Fix(*min(search.unknown, key=lambda pair: pair[1][0].rank != HERE), UNKNOWN)]     # what may not be tried is offered all the same
    if not found and any(isinstance(edit, Span) and cell_of(edit.file, plan.now) is None for change in changes for edit in change.edits):
        return None                         # the line stands in a file: it is said there
    return found[:MOST]


def offered(error):
    """The repairs of an exception; None: it was not drawn, or stands in a file."""
    drawing = drawing_of(error)
    if drawing is None:
        return None
    plan = Plan(_session.number())
    typed = plan.typed(plan.now)
    return repairs(plan, drawing.record.code, drawing.record.changes, failed_at(error, plan.now, typed), mistake_of(error)) if typed else None


def offers(error):
    """offered(error), asked once, when a cell has failed: rows (cells, line, cost) for the front; the drawing then says the first of them."""
    try:
        found = offered(error)
        if found is not None:
            drawing, notes = drawing_of(error), error.__notes__
            notes[next(i for i, note in enumerate(notes) if note is drawing)] = redrawn(drawing, found)
    except Exception:
        found = []
    return [(fix.cells, fix.line, fix.cost) for fix in found or []]


def redrawn(drawing, found):
    """A drawing that says what is offered, and no other repair."""
    return drawing.repaired(found[0].said(), found[0].cost) if found else drawing.repaired(None)


def told_of(error, now, typed):
    """In a child: what its parent has to know of an error in a cell to look for repairs; {}: it was not drawn."""
    drawing = drawing_of(error)
    return {'drawing': drawing.record.row(WIDE), 'failed': failed_at(error, now, typed)} if drawing is not None else {}


def for_dry(text, drawing, failed):
    """The drawing of an error that a dry run met, with the repair that would be offered."""
    now, record = _session.number(), drawing.record
    found = repairs(Plan(now, {now: text}), record.code, record.changes, failed, mistake_in(record))
    return drawing if found is None else redrawn(drawing, found)


class Fixes(View):
    """The repairs, a row each: (cell, line, cost, cells behind it)."""

    def __init__(self, fixes, notes):
        self.fixes, self.notes = fixes, notes

    def table(self):
        rows = [Row([words('fix row', n=i), line, cost or ('' if MOVER.search(line) else words('fix free'))]) for i, (_, line, cost, _) in enumerate(self.fixes, 1)]
        return Table([('', 'l'), ('', 'l'), ('', 'l')], rows, self.notes)


def choose(asked=''):
    """%fix n: that one becomes the next input; %fix: the first, and the others are told."""
    from perch.magics import UsageError
    from perch.views.world import last_exception
    error = last_exception()
    if error is None:
        raise UsageError(words('fix no error'))
    fixes = _session.fixes()
    if fixes is None:
        raise UsageError(words('fix done'))
    if not fixes:
        drawing = drawing_of(error)
        elsewhere = drawing is not None and drawing.record.fix
        raise UsageError(words('fix elsewhere' if elsewhere else 'fix none'))
    if asked and (not asked.isdigit() or not 1 <= int(asked) <= len(fixes)):
        raise UsageError(words.count('fix choose', len(fixes)))
    cell, line, cost, more = fixes[int(asked or 1) - 1]
    _session.next_input(cell, False)
    notes = [words('fix put', line=line) + (f'   ({cost})' if cost else '')]
    if more:
        notes.append(words.count('fix more', more))
    return Fixes(fixes if not asked and len(fixes) > 1 else [], notes)
