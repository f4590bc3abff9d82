"""Playing a lesson's cells: what they show, as a notebook's outputs, and as it comes to whoever listens."""
import os
import time

from perch.lesson import prompts
from perch.lesson.cells import Cell, display, result, stream, without_colour
from perch.lesson.scenery import Scenery
from perch.lesson.stage import Stage
from perch.lesson.words import say


class Answers:
    """Lines for input(), from a file; on a terminal from the person, where there is no file."""

    def __init__(self, path, ask=None):
        self.lines, self.ask, self.wanted = None, ask, False
        if path is not None:
            from perch.lesson.files import read_text
            self.lines = read_text(path)[0].split('\n')
            if self.lines and self.lines[-1] == '':
                self.lines.pop()

    def next(self, prompt, password):
        """A line, or None: there is none (wanted is then true)."""
        if self.lines:
            return self.lines.pop(0)
        if self.lines is None and self.ask:
            return self.ask(prompt, password)
        self.wanted = True
        return None


class Ran:
    """What came of a cell: status as Stage.execute's, outputs, error (its event or None), seconds, number; asked: it wanted input that nobody had."""

    def __init__(self, status, outputs, error, seconds, number, asked):
        self.status, self.outputs, self.error, self.seconds, self.number, self.asked = status, outputs, error, seconds, number, asked


def overwritten(text):
    """As a terminal shows it in the end: what stands behind a carriage return has replaced what stood before it."""
    if '\r' not in text:
        return text
    lines = []
    for line in text.split('\n'):
        shown = ''
        for part in line.split('\r'):
            shown = part + shown[len(part):] if part else shown
        lines.append(shown.rstrip(' ') if '\r' in line else shown)
    return '\n'.join(lines)


class Player:
    """A session for one lesson. listen(kind, event) hears what happens while it happens. by_cell: errors and places name cells and their lines, not the file's: what is
    saved must stay true where outputs are added above it, and in another format."""

    def __init__(self, lesson, *, answers=None, listen=None, timeout=None, colour=False, width=80, coloured_errors=False, prelude=True, by_cell=False):
        self.listen, self.timeout, self.answers, self.coloured_errors = listen, timeout, answers or Answers(None), coloured_errors
        self.path = lesson.path
        self.in_file = lesson.form != 'ipynb' and not by_cell
        folder = os.path.dirname(os.path.abspath(lesson.path))
        self.cwd, self.environment = os.getcwd(), dict(os.environ)
        self.scenery = Scenery(lesson)
        self.open = lambda gpus=None: Stage(self.hear, gpus=gpus, answers=self.answer, colour=colour, width=width, script_dir=folder, program=lesson.path, prelude=prelude)
        self.stage = self.open()
        self.outputs, self.ids, self.clear, self.error = [], {}, False, None

    # -- events

    def put(self, output):
        if self.clear:
            self.outputs.clear()
            self.clear = False
        self.outputs.append(output)

    def hear(self, kind, e):
        if kind == 'stream':
            self.print(e['text'], e['name'])
        elif kind == 'result':
            self.put(result(self.data(e['data']), int(e['number']), e.get('metadata')))
        elif kind == 'display':
            self.put(display(self.data(e['data']), e.get('metadata')))
            if e['id']:
                self.ids.setdefault(e['id'], []).append(self.outputs[-1])
        elif kind == 'update':
            for output in self.ids.get(e['id'], ()):
                output['data'], output['metadata'] = self.data(e['data']), e.get('metadata') or {}
        elif kind == 'error':
            self.error = e
            text = e['coloured' if self.coloured_errors else 'text']
            self.put({'ename': e['name'], 'evalue': e['value'], 'output_type': 'error', 'traceback': text[:-1].split('\n') if text.endswith('\n') else text.split('\n')})
        elif kind == 'clear':
            self.clear = e['wait']
            if not e['wait']:
                self.outputs.clear()
        elif kind == 'page':
            text = e['data'].get('text/plain', '')
            self.print(text if text.endswith('\n') else text + '\n', 'stdout')
        if self.listen:
            self.listen(kind, e)

    @staticmethod
    def data(data):
        return {kind: value[0] if isinstance(value, list) else value for kind, value in data.items()}

    def print(self, text, name):
        last = self.outputs[-1] if self.outputs and not self.clear else None
        if last is not None and last['output_type'] == 'stream' and last['name'] == name:
            last['text'] += text
        else:
            self.put(stream(text, name))

    def answer(self, prompt, password):
        line = self.answers.next(prompt, password)
        shown = prompt + ('' if password or line is None else line) + '\n'
        self.print(shown, 'stdout')
        if self.listen and not (line is not None and self.answers.lines is None):
            self.listen('stream', {'name': 'stdout', 'text': shown})
        return line

    # -- running

    def run(self, source, line=1, silent=False):
        """A cell's source that begins on that line of the file."""
        self.outputs, self.error, self.clear, self.answers.wanted = [], None, False, False
        gpus = self.scenery.change(line)
        if gpus is not None:
            self.stage.close()
            self.stage = self.open(gpus)
        number, start = self.stage.number, time.monotonic()
        status = self.stage.execute(source, self.path if self.in_file else None, line if self.in_file else 1, self.timeout, silent)
        outputs = []
        for output in self.outputs:
            if output['output_type'] == 'stream':
                output['text'] = overwritten(output['text'])
                if not output['text']:
                    continue
            outputs.append(output)
        return Ran(status, outputs, self.error, time.monotonic() - start, number, self.answers.wanted)

    def close(self):
        """The exit code that the lesson asked for; the process is as it was before."""
        try:
            return self.stage.close()
        finally:
            try:
                os.chdir(self.cwd)
            except OSError:
                pass
            for key, value in self.environment.items():
                os.environ[key] = value
            self.scenery.restore()


def steps(lesson):
    """What is to be run, in order: (cell, source, line, example or None)."""
    for cell in lesson.code():
        if cell.prompts:
            for example in cell.prompts:
                yield cell, example.source, example.line, example
        else:
            yield cell, cell.source, cell.line, None


def with_prompts(lesson):
    """A text without any block may hold `>>>` sessions."""
    if not lesson.code() and lesson.form in ('md', 'txt'):
        found = prompts.examples(lesson.text.split('\n'), 1)
        if found:
            cell = Cell('code', '\n'.join(e.source for e in found), line=found[0].line)
            cell.prompts = found
            lesson.cells.append(cell)
    return lesson


def languages(lesson):
    """The sentence about blocks that were passed over, or ''."""
    if not lesson.skipped:
        return ''
    names = []
    for line, language in lesson.skipped:
        if language not in names:
            names.append(language)
    return say.count('skipped', len(lesson.skipped), list=', '.join(names))
