"""Notebooks: nbformat 4 in and out. Every key is kept, also those that perch does not know."""
import json
import re

from perch.lesson.cells import Cell, Lesson, LessonError, METADATA, fill
from perch.lesson.words import say

IS_JSON = re.compile(r'application/(.*\+)?json$')


def joined(text):
    return ''.join(text) if isinstance(text, list) else text


def lines_of(text):
    return text.splitlines(True) if isinstance(text, str) else text


def bundle(data, change):
    return {kind: value if IS_JSON.match(kind) else change(value) for kind, value in data.items()}


def output_in(output):
    output = dict(output)
    if 'text' in output:
        output['text'] = joined(output['text'])
    if isinstance(output.get('data'), dict):
        output['data'] = bundle(output['data'], joined)
    return output


def output_out(output):
    output = dict(output)
    if output.get('output_type') == 'stream':
        output['text'] = lines_of(output['text'])
    if isinstance(output.get('data'), dict):
        output['data'] = bundle(output['data'], lines_of)
    return output


def language_of(metadata):
    """In which language its cells are; None: that is no metadata."""
    if not isinstance(metadata, dict):
        return None
    for key, name in (('kernelspec', 'language'), ('language_info', 'name')):
        part = metadata.get(key)
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return part[name]
    return 'python'


def read(path, text):
    try:
        book = json.loads(text)
    except RecursionError:
        raise LessonError(path, say('no notebook')) from None
    except ValueError as e:
        at = re.search(r'line (\d+)', str(e))
        what = str(e).split(': line')[0]
        raise LessonError(path, say('broken json', why=what), int(at.group(1)) if at else None) from None
    if not isinstance(book, dict) or 'nbformat' not in book and 'cells' not in book:
        raise LessonError(path, say('no notebook'))
    major = book.get('nbformat', 4)
    if major != 4:
        raise LessonError(path, say('old notebook' if isinstance(major, int) and major < 4 else 'new notebook', n=major))
    if not isinstance(book.get('cells'), list):
        raise LessonError(path, say('no cells'))
    language = language_of(book.get('metadata', {}))
    if language is None:
        raise LessonError(path, say('no notebook'))
    lesson = Lesson(path, form='ipynb', metadata=book.get('metadata', {}), minor=book.get('nbformat_minor', 0),
                    more={k: v for k, v in book.items() if k not in ('cells', 'metadata', 'nbformat', 'nbformat_minor')})
    if language.lower() not in ('python', 'python3', 'ipython', 'perch'):
        raise LessonError(path, say('other notebook', language=language))
    for i, c in enumerate(book['cells'], 1):
        lesson.cells.append(read_cell(path, c, i))
    lesson.text = text
    return fill(lesson)


def read_cell(path, c, i):
    kind = c.get('cell_type') if isinstance(c, dict) else None
    source = joined(c.get('source', '')) if kind else None
    if kind not in ('code', 'markdown', 'raw') or not isinstance(source, str) or not isinstance(c.get('outputs', []), list) or not isinstance(c.get('metadata', {}), dict):
        raise LessonError(path, say('bad cell', n=i))
    for output in c.get('outputs', []):
        if not isinstance(output, dict) or not isinstance(output.get('output_type'), str):
            raise LessonError(path, say('bad cell', n=i))
    known = ('cell_type', 'source', 'metadata', 'id', 'attachments') + (('outputs', 'execution_count') if kind == 'code' else ())
    return Cell(kind, source, id=c.get('id'), metadata=c.get('metadata', {}), attachments=c.get('attachments'), count=c.get('execution_count') if kind == 'code' else None,
                outputs=[output_in(o) for o in c.get('outputs', [])] if kind == 'code' else [], more={k: v for k, v in c.items() if k not in known})


def write(lesson):
    """As nbformat and Jupyter write it, so that a notebook saved there and here differs in nothing else."""
    cells = []
    for cell in lesson.cells:
        c = {'cell_type': cell.kind, 'metadata': cell.metadata, 'source': lines_of(cell.source), **cell.more}
        if cell.id is not None:
            c['id'] = cell.id
        if cell.attachments is not None:
            c['attachments'] = cell.attachments
        if cell.kind == 'code':
            c['execution_count'], c['outputs'] = cell.count, [output_out(o) for o in cell.outputs]
        cells.append(c)
    book = {'cells': cells, 'metadata': lesson.metadata, 'nbformat': 4, 'nbformat_minor': lesson.minor, **lesson.more}
    return json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + '\n'
