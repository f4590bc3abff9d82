"""Lessons in Markdown, and fenced or indented .txt: fenced blocks of Python are cells, the text between them is cells of text.

Behind a cell, separated by nothing but empty lines, stand its outputs:

    ```output            what it printed; in lessons that people write, all that it shows
    ```output stderr     ```output result     ```output display     ```output error

Also taken as outputs: `text`, `{.output}` and their like, and, behind a block that names Python, blocks without a language whose text is no program (what
Python cannot read, or plain values as it prints them). Other blocks without a language are cells in a file that names no language anywhere; where blocks do,
they are cells as far as they could run there (bare.py), and else text. What people need not see is in
comments, which renderers hide: <!-- perch:lesson {…} -->, perch:cell, perch:output, perch:whole (weave.py).
"""
import re

from perch.lesson import bare, prompts
from perch.lesson.cells import DEFAULT, Cell, LessonError, display, error, plain, result, stream
from perch.lesson.weave import Parsed, apply_to_cell, apply_to_output, note, read_note, whole_note
from perch.lesson.words import say

name = 'md'
FENCE = re.compile(r'^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*?)[ \t]*$')
COMMENT = re.compile(r'^<!-- perch:(lesson|cell|output|whole)(?: (.*?))? -->[ \t]*$')
PYTHON = {'python', 'python3', 'py', 'py3', 'ipython', 'ipython3', 'perch', 'pycon', 'python-repl', 'python-console', 'doctest', 'code-cell', 'jupyter-python', 'sage'}
OUTPUT = {'output', 'out', 'text', 'txt', 'plain', 'plaintext', 'stdout', 'none', 'result'}
TAGS = ('stdout', 'stderr', 'result', 'display', 'error')


def words(info):
    """The languages and classes that a fence's first line names, in lower case."""
    info = info.strip()
    if info.startswith('{'):
        inside, _, rest = info[1:].partition('}')
        found = [w.lstrip('.').lower() for w in inside.split() if '=' not in w]
        return found + rest.lower().split()[:1]
    return [w.lower() for w in info.split()]


def is_code(info):
    found = words(info)
    return not found or found[0] in PYTHON or (info.startswith('{') and bool(PYTHON & set(found)) and 'output' not in found)


PRINTED = {'gpu', 'cpu', 'array', 'tensor', 'device', 'dtype', 'dict_keys', 'dict_values', 'dict_items', 'Counter', 'deque', 'OrderedDict', 'defaultdict', 'set', 'frozenset', 'Parameter',
           'range', 'slice', 'datetime', 'Fraction', 'Decimal', 'Context', 'namespace', 'nan', 'inf'}


def is_program(lines):
    """Would a person have written this to be run, not Python to show a value?"""
    import ast
    tree = bare.parsed(lines)
    return tree is not None and not all(isinstance(s, ast.Expr) and all(is_printed(node) for node in ast.walk(s.value)) for s in tree.body)


def is_printed(node):
    import ast
    if isinstance(node, ast.Name):
        return node.id in PRINTED
    return isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp, ast.USub, ast.UAdd, ast.Load, ast.Call, ast.keyword)) or \
        isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and isinstance(node.right.value, complex) or isinstance(node, (ast.Add, ast.Sub))


def is_output(info, behind, lines, runs):
    """Does such a block hold outputs, behind a cell whose own line was `behind`? runs: could it be a cell, having no language?"""
    found = words(info)
    if not found:
        return bool(words(behind)) and not (is_program(lines) and (runs or not bare.is_value(lines)))
    return found[0] in OUTPUT or (info.startswith('{') and 'output' in found)


def language(info):
    found = words(info)
    return found[0] if found else ''


class Walk:
    """One pass over the lines."""

    def __init__(self, text, path=''):
        self.path, self.text, self.lines = path, text, text.split('\n')
        self.starts, at = [], 0
        for line in self.lines:
            self.starts.append(at)
            at += len(line) + 1
        self.out = Parsed()
        self.prose = []             # indexes of lines of the text cell that is being read
        self.notes = None           # (notes, line) for the cell that comes
        self.code = None            # the code cell whose outputs may follow
        self.output_notes = []
        self.bare, self.marked = bare.Judge(), self.marked_as()
        self.indented = not any(FENCE.match(line) for line in self.lines) and not any(COMMENT.match(line) for line in self.lines)

    def marked_as(self):
        """How this file says what a cell is: 'cells' (`{.python .input}`, `{code-cell}`, and nothing else), 'language', or '' (not at all)."""
        found = [match.group(3) for match in map(FENCE.match, self.lines) if match and words(match.group(3)) and is_code(match.group(3))]
        return '' if not found else 'cells' if all(info.startswith('{') for info in found) else 'language'

    def end(self, i):
        """Where the text of line i ends."""
        return self.starts[i] + len(self.lines[i])

    def add(self, cell, last):
        self.out.cells.append(cell)
        self.out.ends.append(self.end(last))

    def stretch(self, last):
        self.out.ends[-1] = self.end(last)

    def close_prose(self):
        lines = self.prose
        self.prose = []
        while lines and not self.lines[lines[0]].strip():
            lines = lines[1:]
        while lines and not self.lines[lines[-1]].strip():
            lines = lines[:-1]
        if not lines:
            return
        cell = Cell('markdown', '\n'.join(self.lines[i] for i in lines), line=lines[0] + 1)
        self.take_notes(cell)
        self.add(cell, lines[-1])
        self.code = None

    def take_notes(self, cell):
        if self.notes is not None:
            apply_to_cell(cell, self.notes[0])
            self.notes = None

    def closing(self, i, fence, indent):
        """The line that closes the block opened on line i."""
        for k in range(i + 1, len(self.lines)):
            line = self.lines[k].strip(' \t')
            if line and set(line) == {fence[0]} and len(line) >= len(fence) and len(self.lines[k]) - len(self.lines[k].lstrip()) <= len(indent) + 3:
                return k
        raise LessonError(self.path, say('unclosed', fence=fence), i + 1)

    def body(self, i, k, indent):
        lines = self.lines[i + 1:k]
        if indent:
            lines = [line[len(indent):] if line.startswith(indent) else line.lstrip() if len(line) - len(line.lstrip()) < len(indent) else line for line in lines]
        return lines

    def comment(self, i, kind, text):
        """A note of perch's on line i; the line to go on with."""
        value = read_note(self.path, text or '', i + 1)
        if kind == 'lesson':
            if not self.out.cells:
                self.out.head, self.out.top = value, self.end(i)
            return i + 1
        if kind == 'output' and self.code is not None:
            if 'output' in value:
                self.code.outputs.append(value['output'])
                self.saved(i, i)
                self.stretch(i)
            elif 'all' in value:
                self.code.outputs = value['all']
                self.saved(i, i)
                self.stretch(i)
            else:
                self.output_notes.append(value)
            return i + 1
        if kind == 'whole':
            self.close_prose()
            cell = Cell.from_facts(value)
            cell.line, cell.place, cell.out_fence = i + 1, (i, i, '', 'python'), (None, None, '', 'whole')
            self.add(cell, i)
            self.code = None
            return i + 1
        self.close_prose()
        self.code = None
        self.notes = (value, i)
        if 'until' not in value:
            if value.get('empty'):
                cell = Cell('markdown', '', line=i + 1)
                self.take_notes(cell)
                self.add(cell, i)
            return i + 1
        mark = f"<!-- perch:{value['until']} -->"
        for k in range(i + 1, len(self.lines)):
            if self.lines[k] == mark:
                break
        else:
            raise LessonError(self.path, say('unclosed', fence=mark), i + 1)
        cell = Cell(value.get('kind', 'markdown'), '\n'.join(self.lines[i + 1:k]), line=i + 2)
        self.take_notes(cell)
        self.add(cell, k)
        if cell.kind == 'code':
            self.code = cell
            cell.place = (i, k, '', 'python')
            cell.saved_lines = None
        return k + 1

    def saved(self, first, last):
        """The cell's outputs stand on these lines."""
        was = self.code.saved_lines
        self.code.saved_lines = (was[0] if was else first, last)

    def fence(self, i, match):
        indent, fence, info = match.groups()
        k = self.closing(i, fence, indent)
        blank = all(not self.lines[p].strip() for p in self.prose)
        body = self.body(i, k, indent)
        runs = bool(words(info)) or prompts.has(body) or self.bare.runs(body, self.marked)
        if self.code is not None and blank and is_output(info, self.code.place[3], body, runs):
            self.prose = []
            self.output(i, k, indent, info)
            return k + 1
        if not runs or not is_code(info) or (language(info) in ('pycon', 'doctest') and not prompts.has(body)):
            self.pass_over(i, k, info)
            return k + 1
        self.bare.read(body)
        self.close_prose()
        cell = Cell('code', '\n'.join(body), line=i + 2)
        cell.place = (i, k, indent, info or '')
        cell.saved_lines = None
        self.take_notes(cell)
        cell.prompts = prompts.examples(body, i + 2, len(indent)) if prompts.has(body) else None
        self.add(cell, k)
        self.code = cell
        self.output_notes = []
        return k + 1

    def pass_over(self, i, k, info):
        """A block that is text."""
        spoken = language(info) or say('unnamed')
        if spoken not in OUTPUT and not spoken.startswith('='):
            self.out.skipped.append((i + 1, spoken))
        self.prose.extend(range(i, k + 1))

    def output(self, i, k, indent, info):
        text = '\n'.join(self.body(i, k, indent))
        found = words(info)
        tag = found[1] if len(found) > 1 and found[0] == 'output' and found[1] in TAGS else 'stdout'
        whole = text + '\n' if k > i + 1 else ''
        made = {'stdout': lambda: stream(whole), 'stderr': lambda: stream(whole, 'stderr'), 'result': lambda: result({'text/plain': text}),
                'display': lambda: display({'text/plain': text}), 'error': lambda: error(text)}[tag]()
        for value in self.output_notes:
            made = apply_to_output(made, value)
            self.saved(i - len(self.output_notes), k)
        self.output_notes = []
        self.code.outputs.append(made)
        self.saved(i, k)
        self.code.out_fence = (self.lines[i], self.lines[k], indent, tag if len(found) > 1 and found[0] == 'output' else None)
        self.stretch(k)

    def indented_block(self, i):
        """Lines that begin with four blanks or a tab, behind an empty line or at the beginning."""
        def code(line):
            return line.startswith(('    ', '\t'))
        if self.prose and self.lines[self.prose[-1]].strip() or not code(self.lines[i]) or not self.lines[i].strip():
            return None
        k = i
        while k + 1 < len(self.lines) and (code(self.lines[k + 1]) or not self.lines[k + 1].strip()):
            k += 1
        while not self.lines[k].strip():
            k -= 1
        body = self.lines[i:k + 1]
        margin = min((len(line) - len(line.lstrip()) for line in body if line.strip()), default=0)
        body = [line[margin:] for line in body]
        self.close_prose()
        cell = Cell('code', '\n'.join(body), line=i + 1)
        cell.place, cell.saved_lines = (i - 1, k, '', ''), None
        cell.prompts = prompts.examples(body, i + 1, margin) if prompts.has(body) else None
        self.add(cell, k)
        self.code = None
        return k + 1

    def run(self):
        i = 0
        while i < len(self.lines):
            line = self.lines[i]
            note_ = COMMENT.match(line)
            if note_:
                if note_.group(1) == 'output' and self.code is not None and all(not self.lines[p].strip() for p in self.prose):
                    self.prose = []
                i = self.comment(i, *note_.groups())
                continue
            fence = FENCE.match(line)
            if fence:
                i = self.fence(i, fence)
                continue
            if line.lstrip().startswith('<!--') and '-->' not in line:
                while i < len(self.lines) and '-->' not in self.lines[i]:
                    self.prose.append(i)
                    i += 1
                continue
            if self.indented:
                k = self.indented_block(i)
                if k is not None:
                    i = k
                    continue
            if line.strip() and self.code is not None:
                self.code = None
            self.prose.append(i)
            i += 1
        self.close_prose()
        return self.out


def parse(text, path='', part=False):
    walk = Walk(text, path)
    walk.indented = walk.indented and not part
    return walk.run()


# ---- writing ----

def fence_for(text):
    runs = re.findall(r'^[ \t]*(`{3,})', text, re.M)
    return '`' * max([3] + [len(run) + 1 for run in runs])


def fenced(info, text):
    fence = fence_for(text)
    return f'{fence}{info}\n{text}\n{fence}' if text else f'{fence}{info}\n{fence}'


def output_block(output, value=None):
    """An output as a block, behind its note."""
    if value and 'output' in value:
        return f'<!-- perch:output {note(value)} -->'
    kind = output['output_type']
    if kind == 'stream':
        tag = ' stderr' if output.get('name') == 'stderr' else ''
        text = output['text'][:-1] if output['text'].endswith('\n') else output['text']
        if not text and output['text']:
            text = None     # an empty line alone
    else:
        tag = {'execute_result': ' result', 'display_data': ' display', 'error': ' error'}.get(kind, ' display')
        text = plain(output)
    fence = fence_for(text or '')
    block = f'{fence}output{tag}\n\n{fence}' if text is None else fenced('output' + tag, text)
    return f'<!-- perch:output {note(value)} -->\n{block}' if value else block


def render(cell, notes, guard, apart=False):
    parts, said = [], dict(notes.cell)
    if guard:
        mark, n = 'end', 1
        while f'<!-- perch:{mark} -->' in cell.source:
            n += 1
            mark = f'end{n}'
        said.update(kind=cell.kind, until=mark)
        body = f'{cell.source}\n<!-- perch:{mark} -->'
    elif cell.kind == 'code':
        body = fenced('python', cell.source)
    elif cell.kind == 'markdown':
        body = cell.source
        if not body:
            said['empty'] = True
    else:
        said.update(kind=cell.kind, until='end')
        body = f'{cell.source}\n<!-- perch:end -->'
    if said or apart:
        body = f'<!-- perch:cell {note(said)} -->' + ('\n' + body if body else '') if said else f'<!-- perch:cell -->\n{body}'
    parts.append(body)
    if cell.kind == 'code':
        if notes.all is not None:
            parts.append(f'<!-- perch:output {note({"all": notes.all})} -->')
        else:
            for i, output in enumerate(cell.outputs):
                parts.append(output_block(output, notes.outputs[i] if i < len(notes.outputs) else None))
    return '\n\n'.join(parts)


def whole(cell):
    return f'<!-- perch:whole {whole_note(cell)} -->'


def head(value):
    return f'<!-- perch:lesson {note(value)} -->'


def apart(before, cell):
    """Two cells of text are one without a mark between them."""
    return before is not None and cell.kind == 'markdown' and (before.kind == 'markdown' or cell.source.lstrip().startswith(('```', '~~~')))
