"""A lesson in memory: its cells in order, whatever file they came from. Outputs are notebook outputs (nbformat 4.5) with their texts whole."""
import json

from perch.lesson import tabs

KINDS = ('code', 'markdown', 'raw')
LANGUAGE_INFO = {'file_extension': '.py', 'mimetype': 'text/x-python', 'name': 'python', 'version': '3.11'}
METADATA = {'kernelspec': {'display_name': 'perch', 'language': 'python', 'name': 'perch'}, 'language_info': LANGUAGE_INFO}
DEFAULT = '\0default'       # an id or a count that the cell's place decides


class LessonError(Exception):
    """A file that is no lesson: where and why, in one sentence."""

    def __init__(self, path, why, line=None):
        self.path, self.why, self.line = path, why, line
        super().__init__(f'{path}:{line}: {why}' if line else f'{path}: {why}')


class Cell:
    """kind; source; id; count (execution_count: None where it has not run); metadata; attachments (or None); outputs; more: keys of a notebook's cell that
    perch does not know.

    Where it came from: line (its source's first, from 1), fence (its lines from, to: of the whole cell with its outputs), out (lines from, to of the saved
    outputs' text, where they can be replaced), prompts (the examples of a `>>>` session: see prompts.py).
    """

    def __init__(self, kind, source='', *, id=DEFAULT, count=DEFAULT, metadata=None, attachments=None, outputs=None, more=None, line=1):
        self.kind, self.source, self.id, self.count = kind, source, id, count
        self.metadata, self.attachments = {} if metadata is None else metadata, attachments
        self.outputs = [] if outputs is None else outputs
        self.more = {} if more is None else more
        self.line, self.prompts = line, None
        self.number = 1             # as people count: the n-th code cell, or its count
        self.place = self.saved_lines = self.out_fence = None   # in text files: (first line, last line, indent, words) of its block; first and last of its outputs

    def facts(self):
        """All that conversions must keep."""
        facts = {'kind': self.kind, 'source': self.source, 'id': self.id, 'metadata': self.metadata, 'more': self.more}
        if self.attachments is not None:
            facts['attachments'] = self.attachments
        if self.kind == 'code':
            facts['count'], facts['outputs'] = self.count, self.outputs
        return facts

    @classmethod
    def from_facts(cls, facts):
        facts = dict(facts)
        return cls(facts.pop('kind'), facts.pop('source', ''), **facts)

    def copy(self, **changes):
        return Cell.from_facts({**json.loads(json.dumps(self.facts())), **changes})

    def same(self, other):
        return json.dumps(self.facts(), sort_keys=True) == json.dumps(other.facts(), sort_keys=True)


class Lesson:
    """path; cells; metadata; minor (of notebook format 4); more (unknown keys of a notebook); form ('md', 'ipynb', 'txt', 'py'); text: the file's own, for those
    that rewrite parts of it; newline '\\n' or '\\r\\n'; mark: it began with a byte order mark; skipped: [(line, language)…] of blocks in other languages."""

    def __init__(self, path='', cells=(), *, form='md', metadata=None, minor=5, more=None):
        self.path, self.cells, self.form, self.minor = path, list(cells), form, minor
        self.metadata = METADATA if metadata is None else metadata
        self.more = {} if more is None else more
        self.text, self.newline, self.mark, self.skipped = '', '\n', False, []

    def code(self):
        """The cells to play."""
        return tabs.chosen([cell for cell in self.cells if cell.kind == 'code'])

    def head(self):
        """What is said of the whole lesson, where it is not the usual."""
        head = {}
        if self.metadata != METADATA:
            head['metadata'] = self.metadata
        if self.minor != 5:
            head['minor'] = self.minor
        if self.more:
            head['more'] = self.more
        return head

    def take_head(self, head):
        self.metadata, self.minor, self.more = head.get('metadata', METADATA), head.get('minor', 5), head.get('more', {})


def default_id(lesson, i):
    return f'cell-{i + 1}' if lesson.minor >= 5 else None


def default_counts(cells):
    """The n-th code cell has number n in a lesson that has outputs."""
    run = any(cell.kind == 'code' and cell.outputs for cell in cells)
    numbers, n = [], 0
    for cell in cells:
        n += cell.kind == 'code'
        numbers.append(n if run and cell.kind == 'code' else None)
    return numbers


def fill(lesson):
    """DEFAULTs become what they stand for."""
    taken = {cell.id for cell in lesson.cells if cell.id != DEFAULT}
    for i, (cell, count) in enumerate(zip(lesson.cells, default_counts(lesson.cells))):
        if cell.count == DEFAULT:
            cell.count = count
        if cell.id == DEFAULT:
            cell.id = default_id(lesson, i)
            while cell.id is not None and cell.id in taken:
                cell.id += '-'
            taken.add(cell.id)
        for output in cell.outputs:
            if output.get('execution_count') == DEFAULT:
                output['execution_count'] = cell.count
    return lesson


def hollow(lesson):
    """Copies of the cells with DEFAULT where filling them in again gives what is there."""
    cells, n = [], 0
    for i, (cell, count) in enumerate(zip(lesson.cells, default_counts(lesson.cells))):
        changes = {}
        if cell.id == default_id(lesson, i):
            changes['id'] = DEFAULT
        new = cell.copy(**changes)
        n += cell.kind == 'code'
        new.number = cell.count if isinstance(cell.count, int) else n
        for output in new.outputs:
            if output.get('output_type') == 'execute_result' and output.get('execution_count') == cell.count:
                output['execution_count'] = DEFAULT
        if cell.kind == 'code' and cell.count == count:
            new.count = DEFAULT
        elif cell.kind != 'code':
            new.count = DEFAULT
        cells.append(new)
    return cells


# ---- outputs ----

def stream(text, name='stdout'):
    return {'name': name, 'output_type': 'stream', 'text': text}


def result(data, count=DEFAULT, metadata=None):
    return {'data': data, 'execution_count': count, 'metadata': metadata or {}, 'output_type': 'execute_result'}


def display(data, metadata=None):
    return {'data': data, 'metadata': metadata or {}, 'output_type': 'display_data'}


def error(text, name=None, value=None):
    """From an error's plain text: its name and words are on the line behind the levels."""
    if name is None:
        name, value = words_of(text)
    return {'ename': name, 'evalue': value, 'output_type': 'error', 'traceback': text.split('\n')}


def words_of(text):
    """(name, words) of the exception that a traceback ends in."""
    lines = text.split('\n')
    last = 0
    for i, line in enumerate(lines):
        if line and not line[0].isspace() and not line.startswith('Traceback (most'):
            head = line.split(':', 1)[0]
            if head.replace('.', '').isidentifier() or head.replace('.', '').replace('_', '').isalnum():
                last = i
                if any(l.startswith('Traceback (most') for l in lines[:i]):
                    break
    name, _, value = lines[last].partition(':') if lines else ('', '', '')
    return name.rsplit('.', 1)[-1], value.strip()


def plain(output):
    """An output as text for people; '' where it has none."""
    kind = output.get('output_type')
    if kind == 'stream':
        return output['text']
    if kind == 'error':
        return without_colour('\n'.join(output.get('traceback', ())))
    text = output.get('data', {}).get('text/plain', '')
    return text if isinstance(text, str) else json.dumps(text)


def without_colour(text):
    if '\x1b' not in text:
        return text
    import re
    return re.sub(r'\x1b\[[0-9;?]*[A-Za-z]', '', text)
