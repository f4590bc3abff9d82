"""What the text formats share: a lesson as text that people read, with notes for what the text alone does not say.

A form (markdown, transcript, percent) has parse(text) -> Parsed and render(cell, notes, guard) -> a block of lines. Writing a cell: it is rendered, read
back, and what came back otherwise goes into its notes; where that does not help the source stands between marks (guard), and where even that does not, the
cell is one note. So a lesson that was written is the lesson that will be read, by construction; the whole is checked once more at the end.
"""
import json

from perch.lesson.cells import DEFAULT, Cell, LessonError, fill, hollow
from perch.lesson.words import say


class Parsed:
    """cells (with DEFAULTs), head (notes of the lesson), top and ends (where that and each cell's text end), skipped."""

    def __init__(self):
        self.cells, self.head, self.ends, self.skipped, self.top = [], {}, [], [], 0


class Notes:
    """cell: what differs of the cell; outputs: for each output what differs, or all: the outputs themselves."""

    def __init__(self, cell=None, outputs=None, all=None):
        self.cell, self.outputs, self.all = cell or {}, outputs or [], all


NOTED = ('id', 'count', 'metadata', 'attachments', 'more')


def note(value):
    """JSON on one line that ends no comment."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True).replace('>', '\\u003e').replace('--', '-\\u002d')


def read_note(path, text, line):
    try:
        value = json.loads(text) if text.strip() else {}
        if not isinstance(value, (dict, list)):
            raise ValueError('no object')
        return value
    except ValueError as e:
        raise LessonError(path, say('bad note', why=e), line) from None


def whole_note(cell):
    """A cell as one note."""
    return note({key: value for key, value in cell.facts().items() if value != DEFAULT and (value or key not in ('metadata', 'more', 'outputs'))})


def output_differences(was, is_):
    """The note that makes `was` (read from plain text) into `is_`; None: they are equal."""
    if was == is_:
        return None
    if was.get('output_type') != is_.get('output_type'):
        return {'output': is_}
    notes = {}
    for key in is_:
        if key not in was or was[key] != is_[key]:
            notes[key] = is_[key]
    if any(key not in is_ for key in was):
        return {'output': is_}
    if 'data' in notes:
        if any(kind not in is_['data'] for kind in was['data']):
            return {'output': is_}
        notes['data'] = {kind: value for kind, value in is_['data'].items() if was['data'].get(kind) != value}
    if 'text' in notes and was['text'] == is_['text'] + '\n':
        notes['newline'] = False
        del notes['text']
    return notes


def apply_to_output(output, notes):
    notes = dict(notes)
    if 'output' in notes:
        return notes['output']
    if notes.pop('newline', True) is False and output['text'].endswith('\n'):
        output['text'] = output['text'][:-1]
    if 'data' in notes:
        output['data'] = {**output['data'], **notes.pop('data')}
    return {**output, **notes}


def apply_to_cell(cell, notes):
    for key in NOTED:
        if key in notes:
            setattr(cell, key, notes[key])


def comment_whole(cell):
    """A form's line for a cell that it cannot show, where a comment begins with #."""
    return f'#perch:whole {whole_note(cell)}'


def comment_head(value):
    """A form's first line for what the lesson itself says, where a comment begins with #."""
    return f'#perch:lesson {note(value)}'


def notes_of(back, cell):
    notes = Notes({key: getattr(cell, key) for key in NOTED if getattr(cell, key) != getattr(back, key)})
    if cell.kind != 'code':
        notes.cell.pop('count', None)
    elif len(back.outputs) != len(cell.outputs):
        notes.all = cell.outputs
    else:
        notes.outputs = [output_differences(was, is_) for was, is_ in zip(back.outputs, cell.outputs)]
    return notes


def alone(form, text, part=False):
    """The one cell that a block is read as; None: it is something else. part: of a file with blocks of other kinds."""
    try:
        parsed = form.parse(text, part=part)
    except LessonError:
        return None
    return parsed.cells[0] if len(parsed.cells) == 1 and not parsed.head else None


def encodes(text):
    try:
        text.encode('utf-8')
        return True
    except UnicodeEncodeError:
        return False


def block(form, cell, apart=False):
    """The cell's text. apart: it follows one with which it would be read as one."""
    for guard in (False, True):
        text = form.render(cell, Notes(), guard)
        back = alone(form, text)
        if back is None or back.kind != cell.kind or back.source != cell.source:
            continue
        notes = notes_of(back, cell)
        text = form.render(cell, notes, guard, apart=apart)
        back = alone(form, text)
        if back is not None and back.same(cell) and encodes(text):
            return text
    return form.whole(cell)


def kept(cell, form):
    """(the cell without it, the text that it came from in such a form or None)."""
    mine = cell.metadata.get('perch')
    if not isinstance(mine, dict) or form.name not in mine:
        return cell, None
    text = mine[form.name]
    rest = {k: v for k, v in mine.items() if k != form.name}
    metadata = {k: v for k, v in cell.metadata.items() if k != 'perch'}
    if rest:
        metadata['perch'] = rest
    new = cell.copy()
    new.metadata, new.number = metadata, cell.number
    return new, text if isinstance(text, str) else None


def woven(form, lesson, exact):
    """The lesson's text; exact: cells that came from such a form as they stood there."""
    parts, before, tail = [], None, '\n' if lesson.cells or lesson.head() else ''
    head = lesson.head()
    mine = lesson.metadata.get('perch') if isinstance(lesson.metadata, dict) else None
    if isinstance(mine, dict) and isinstance(mine.get(form.name), dict):
        tail = mine[form.name].get('tail', tail) if exact else tail
        rest = {k: v for k, v in mine.items() if k != form.name}
        metadata = {k: v for k, v in lesson.metadata.items() if k != 'perch'}
        if rest:
            metadata['perch'] = rest
        copy = type(lesson)(metadata=metadata, minor=lesson.minor, more=lesson.more)
        head = copy.head()
    if head:
        parts.append(form.head(head))
    texts = []
    for cell in hollow(lesson):
        bare, raw = kept(cell, form)
        if raw is not None and exact:
            if any(back is not None and back.same(bare) for back in (alone(form, raw), alone(form, raw, part=True))):
                texts.append(raw)
                before = bare
                continue
        text = block(form, bare, apart=form.apart(before, bare))
        texts.append(('\n\n' if parts or texts else '') + text)
        before = bare
    return ''.join(parts + texts) + tail


def write(form, lesson):
    for exact in (True, False):
        text = woven(form, lesson, exact)
        if exact:
            try:
                again = form.parse(text)
            except LessonError:
                continue
            if len(again.cells) == len(lesson.cells) and all(a.same(kept(b, form)[0]) for a, b in zip(again.cells, hollow(lesson))):
                return text
    try:
        again = form.parse(text)
        if len(again.cells) == len(lesson.cells) and all(a.same(kept(b, form)[0]) for a, b in zip(again.cells, hollow(lesson))):
            return text
    except LessonError:
        pass
    head = lesson.head()
    return '\n\n'.join(([form.head(head)] if head else []) + [form.whole(cell) for cell in hollow(lesson)]) + '\n'


def read(form, lesson, text, remember=False):
    """The lesson's cells from such text. remember: each cell keeps its text, where perch would have written it otherwise."""
    parsed = form.parse(text, lesson.path)
    lesson.cells, lesson.skipped, lesson.text = parsed.cells, parsed.skipped, text
    lesson.take_head(parsed.head)
    if remember:
        keep(form, lesson, parsed, text)
    return fill(lesson)


def keep(form, lesson, parsed, text):
    hollowed, n = [cell.copy() for cell in parsed.cells], 0
    for cell in hollowed:
        n += cell.kind == 'code'
        cell.number = cell.count if isinstance(cell.count, int) else n
    start = parsed.top
    before, pieces = None, []
    for cell, end in zip(hollowed, parsed.ends):
        raw = text[start:end]
        mine = ('\n\n' if start else '') + block(form, cell, apart=form.apart(before, cell))
        pieces.append(raw if raw != mine else None)
        start, before = end, cell
    for cell, raw in zip(parsed.cells, pieces):
        if raw is not None:
            cell.metadata = {**cell.metadata, 'perch': {**cell.metadata.get('perch', {}), form.name: raw}}
    tail = text[start:]
    if tail != ('\n' if parsed.cells or parsed.head else ''):
        lesson.metadata = {**lesson.metadata, 'perch': {**lesson.metadata.get('perch', {}), form.name: {'tail': tail}}}
