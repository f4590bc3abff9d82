"""Transcripts: a lesson as it looks at the prompt.

    # text of the lesson
    In [1]: x = ones(2)
       ...: x
    Out[1]: [1. 1.]

What was printed stands behind its cell as it is, a result behind Out[N]:, an error from its line Traceback on. What the text alone does not say is in lines
that begin with #perch: (weave.py).
"""
import re

from perch.lesson.cells import Cell, display, error, plain, result, stream
from perch.lesson.markdown import FENCE
from perch.lesson.weave import Parsed, apply_to_cell, apply_to_output, comment_head as head, comment_whole as whole, note, output_differences, read_note

name = 'txt'
IN = re.compile(r'^In \[(\d+)\]: ?(.*)$')
OUT = re.compile(r'^Out\[(\d+)\]: ?')
NOTE = re.compile(r'^#perch:(lesson|cell|output|whole) (.*)$')
ERROR = 'Traceback (most recent call last):'


def is_transcript(text):
    """Does a prompt stand in it before any fence?"""
    for line in text.split('\n'):
        if IN.match(line) or NOTE.match(line):
            return True
        if FENCE.match(line):
            return False
    return False


class Walk:
    def __init__(self, text, path):
        self.path, self.lines, self.out = path, text.split('\n'), Parsed()
        self.starts, at = [], 0
        for line in self.lines:
            self.starts.append(at)
            at += len(line) + 1
        self.notes = None

    def add(self, cell, last):
        if self.notes is not None:
            apply_to_cell(cell, self.notes)
            cell.kind = self.notes.get('kind', cell.kind)
            self.notes = None
        self.out.cells.append(cell)
        self.out.ends.append(self.starts[last] + len(self.lines[last]))

    def code(self, i):
        first, number = i, len(IN.match(self.lines[i]).group(1))
        lead = '...: '.rjust(len('In []: ') + number)
        source = [IN.match(self.lines[i]).group(2)]
        i += 1
        while i < len(self.lines) and (self.lines[i].startswith(lead) or self.lines[i] == lead.rstrip()):
            source.append(self.lines[i][len(lead):])
            i += 1
        cell = Cell('code', '\n'.join(source), line=first + 1)
        start, last, all_outputs, notes, cuts = i, i - 1, None, [], None
        shown = []
        while i < len(self.lines):
            line = self.lines[i]
            found = NOTE.match(line)
            if IN.match(line) or (found and found.group(1) != 'output') or (self.is_text(i)):
                break
            if found:
                value = read_note(self.path, found.group(2), i + 1)
                if isinstance(value, dict) and 'all' in value:
                    all_outputs = value['all']
                elif isinstance(value, dict) and 'cuts' in value:
                    cuts = value['cuts']
                else:
                    notes = value
                last = i
            else:
                if line:
                    last = i
                shown.append(line)
            i += 1
        while shown and not shown[-1]:
            shown.pop()
        cell.saved_lines = (start, last) if last >= start else None
        cell.place = (first, start - 1, '', 'python')
        cell.outputs = all_outputs if all_outputs is not None else self.cut(shown, cuts) if cuts else self.outputs(shown)
        for k, value in enumerate(notes):
            if value and k < len(cell.outputs):
                cell.outputs[k] = apply_to_output(cell.outputs[k], value)
        self.add(cell, last)
        return i

    def is_text(self, i):
        """Text begins behind an empty line."""
        return (self.lines[i] == '#' or self.lines[i].startswith('# ')) and i > 0 and not self.lines[i - 1]

    @staticmethod
    def cut(lines, cuts):
        """The outputs of those kinds and so many lines each."""
        found, at = [], 0
        for kind, count in cuts:
            text = '\n'.join(lines[at:at + count])
            found.append(as_output(kind, OUT.sub('', text, 1) if kind == 'result' else text))
            at += count
        return found

    def outputs(self, lines):
        found, printed = [], []

        def close():
            if printed:
                found.append(stream('\n'.join(printed) + '\n'))
                printed.clear()
        i = 0
        while i < len(lines):
            if lines[i].startswith(ERROR):
                close()
                found.append(error('\n'.join(lines[i:]) + '\n'))
                return found
            match = OUT.match(lines[i])
            if match:
                close()
                rest = [lines[i][match.end():]] + lines[i + 1:]
                at = next((k for k, line in enumerate(rest) if k and line.startswith(ERROR)), len(rest))
                found.append(result({'text/plain': '\n'.join(rest[:at])}))
                i += at
                continue
            printed.append(lines[i])
            i += 1
        close()
        return found

    def run(self):
        i = 0
        while i < len(self.lines):
            line = self.lines[i]
            found = NOTE.match(line)
            if found:
                value = read_note(self.path, found.group(2), i + 1)
                if found.group(1) == 'lesson':
                    self.out.head, self.out.top = value, self.starts[i] + len(line)
                elif found.group(1) == 'whole':
                    cell = Cell.from_facts(value)
                    cell.line, cell.place, cell.saved_lines = i + 1, (i, i, '', 'python'), None
                    self.add(cell, i)
                elif found.group(1) == 'cell':
                    self.notes = value
                    if value.get('empty'):
                        self.add(Cell('markdown', ''), i)
                i += 1
            elif IN.match(line):
                i = self.code(i)
            elif line == '#' or line.startswith('# '):
                first = i
                while i < len(self.lines) and (self.lines[i] == '#' or self.lines[i].startswith('# ')):
                    i += 1
                self.add(Cell('markdown', '\n'.join(l[2:] for l in self.lines[first:i]), line=first + 1), i - 1)
            elif line.strip():
                first = i       # text that nobody has marked as such
                while i < len(self.lines) and self.lines[i].strip() and not IN.match(self.lines[i]) and not NOTE.match(self.lines[i]):
                    i += 1
                self.add(Cell('markdown', '\n'.join(self.lines[first:i]), line=first + 1), i - 1)
            else:
                i += 1
        return self.out


def parse(text, path='', part=False):
    return Walk(text, path).run()


# ---- writing ----

def prompted(number, source):
    head = f'In [{number}]: '
    lead = '...: '.rjust(len(head))
    lines = source.split('\n')
    return '\n'.join([(head + lines[0]).rstrip(' ') if not lines[0] else head + lines[0]] + [lead + line if line else lead.rstrip(' ') for line in lines[1:]])


def as_output(kind, text):
    if kind in ('stdout', 'stderr'):
        return stream(text + '\n', kind)
    return result({'text/plain': text}) if kind == 'result' else error(text + '\n') if kind == 'error' else display({'text/plain': text})


def kind_of(output):
    kind = output['output_type']
    return output['name'] if kind == 'stream' else {'execute_result': 'result', 'error': 'error'}.get(kind, 'display')


def shown(outputs, number):
    parts = []
    for output in outputs:
        text = plain(output)
        if output['output_type'] == 'execute_result':
            text = f'Out[{number}]: {text}'
        parts.append(text[:-1] if text.endswith('\n') else text)
    return parts


def render(cell, notes, guard, apart=False):
    said, parts = dict(notes.cell), []
    if guard:
        return whole(cell)
    if cell.kind == 'raw':
        said['kind'] = 'raw'
    if cell.kind != 'code' and not cell.source:
        said['empty'] = True
        if cell.kind == 'raw':
            return whole(cell)
    if said or apart:
        parts.append(f'#perch:cell {note(said)}')
    if cell.kind != 'code':
        if cell.source:
            parts.append('\n'.join('# ' + line if line else '#' for line in cell.source.split('\n')))
        return '\n'.join(parts)
    number = cell.number
    parts.append(prompted(number, cell.source))
    parts.extend(shown(cell.outputs, number))
    if notes.all is not None:
        cuts = [[kind_of(o), part.count('\n') + 1] for o, part in zip(cell.outputs, shown(cell.outputs, number))]
        cut = Walk.cut('\n'.join(shown(cell.outputs, number)).split('\n'), cuts)
        parts.append(f'#perch:output {note({"cuts": cuts})}')
        differ = [output_differences(was, is_) for was, is_ in zip(cut, cell.outputs)]
        if any(differ):
            parts.append(f'#perch:output {note(differ)}')
    elif any(notes.outputs):
        parts.append(f'#perch:output {note(notes.outputs)}')
    return '\n'.join(parts)


def apart(before, cell):
    return before is not None and before.kind != 'code' and cell.kind != 'code'
