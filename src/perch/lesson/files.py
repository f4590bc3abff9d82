"""Lesson files by name: which format, its text, and back to the disk."""
import os

from perch.lesson import markdown, notebook, percent, prompts, transcript, weave
from perch.lesson.cells import Cell, Lesson, LessonError, fill
from perch.lesson.words import say

ENDINGS = {'.md': 'md', '.markdown': 'md', '.ipynb': 'ipynb', '.txt': 'txt', '.py': 'py'}


def form_of(path):
    form = ENDINGS.get(os.path.splitext(path)[1].lower())
    if form is None:
        raise LessonError(path, say('unknown form'))
    return form


def read_text(path):
    """(text with plain newlines, newline, mark)."""
    if os.path.isdir(path):
        raise LessonError(path, say('a folder'))
    try:
        with open(path, 'rb') as f:
            data = f.read()
    except FileNotFoundError:
        raise LessonError(path, say('no file')) from None
    except OSError as e:
        raise LessonError(path, say('unreadable', why=e.strerror)) from None
    mark = data.startswith(b'\xef\xbb\xbf')
    if mark:
        data = data[3:]
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError as e:
        start = data.rfind(b'\n', 0, e.start) + 1
        raise LessonError(path, say('not utf-8', byte=f'{data[e.start]:02x}', at=e.start - start + 1), data.count(b'\n', 0, e.start) + 1) from None
    newline = '\n'
    if '\r\n' in text and text.count('\r\n') == text.count('\n'):
        newline, text = '\r\n', text.replace('\r\n', '\n')
    return text, newline, mark


def read(path, remember=False):
    """The lesson of a file; LessonError if it is none. remember: for conversions, which give back what they were given to the byte."""
    text, newline, mark = read_text(path)
    form = form_of(path)
    if form == 'ipynb':
        if not text.strip():
            raise LessonError(path, say('no notebook'))
        lesson = notebook.read(path, text)
    else:
        lesson = Lesson(path, form=form)
        weave.read(textual(form, text), lesson, text, remember)
        if remember:
            note_file(lesson, form, text, newline, mark)
    lesson.newline, lesson.mark = newline, mark
    return lesson


def note_file(lesson, form, text, newline, mark):
    """What of the file is in no cell, kept in the lesson's metadata."""
    mine = {}
    if newline != '\n' or mark:
        mine['file'] = {'form': form, 'newline': newline, 'mark': mark}
    if form == 'txt' and textual(form, text) is markdown:
        mine['fenced'] = True
    if mine:
        lesson.metadata = {**lesson.metadata, 'perch': {**perch_of(lesson), **mine}}


def perch_of(lesson):
    mine = lesson.metadata.get('perch', {}) if isinstance(lesson.metadata, dict) else {}
    return mine if isinstance(mine, dict) else {}


def textual(form, text):
    """The reader and writer of a text format."""
    if form == 'py':
        return percent
    return transcript if form == 'txt' and transcript.is_transcript(text) else markdown


def text_of(lesson, form):
    if form == 'ipynb':
        return notebook.write(lesson)
    fenced = perch_of(lesson).get('fenced')
    if form == 'txt' and not fenced:
        text = weave.write(transcript, lesson)
        return text if transcript.is_transcript(text) else '\n\n'.join(filter(None, (transcript.head({}), text)))    # nothing but text: say what it is
    return weave.write(percent if form == 'py' else markdown, lesson)


def write_text(path, text, newline='\n', mark=False):
    """All of it or nothing: a file beside it takes its place."""
    data = (b'\xef\xbb\xbf' if mark else b'') + text.replace('\n', newline).encode('utf-8', 'surrogatepass')
    beside = f'{path}.{os.getpid()}.tmp'
    try:
        try:
            mode = os.stat(path).st_mode & 0o7777
        except OSError:
            mode = None
        if mode is not None and not os.path.isfile(path):     # /dev/stdout and its like
            with open(path, 'wb') as f:
                f.write(data)
            return
        path = os.path.realpath(path)
        with open(beside, 'wb') as f:
            f.write(data)
        if mode is not None:
            os.chmod(beside, mode)
        os.replace(beside, path)
    except OSError as e:
        try:
            os.unlink(beside)
        except OSError:
            pass
        raise LessonError(path, say('unwritable', why=e.strerror)) from None


def write(path, lesson):
    form = form_of(path)
    mine = perch_of(lesson)
    file = mine.get('file') or {}
    back = form != 'ipynb' and file.get('form') == form       # it becomes the file again that it was
    drop = {'file'} if back else set()
    fenced = mine.get('fenced') and form == 'txt'
    text = None
    if drop or fenced:
        rest = {k: v for k, v in mine.items() if k not in drop}
        metadata = {k: v for k, v in lesson.metadata.items() if k != 'perch'}
        if fenced:
            rest = {k: v for k, v in rest.items() if k != 'fenced'}
        if rest:
            metadata['perch'] = rest
        copy = Lesson(lesson.path, lesson.cells, form=form, metadata=metadata, minor=lesson.minor, more=lesson.more)
        text = weave.write(markdown, copy) if fenced else text_of(copy, form)
    write_text(path, text_of(lesson, form) if text is None else text, file.get('newline', '\n') if back else '\n', bool(back and file.get('mark')))
