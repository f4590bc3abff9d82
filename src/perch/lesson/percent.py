"""Programs in cells: `# %%` begins one (as in Spyder, VS Code and jupytext), `# %% [markdown]` one of text. A program stays a program: magics are comments, and what a
cell showed stands behind it in comments too:

    #> printed       #2> printed to stderr       #= result       #+ displayed       #! error
"""
import re

from perch.lesson.cells import Cell, display, error, plain, result, stream
from perch.lesson.weave import Parsed, apply_to_cell, apply_to_output, comment_head as head, comment_whole as whole, note, read_note

name = 'py'
MARK = re.compile(r'^# ?%%+(?:\s+(?P<rest>.*))?$')
TYPE = re.compile(r'\[(markdown|md|raw|code)\]')
NOTE = re.compile(r'^#perch:(lesson|cell|output|whole) (.*)$')
MAGIC = re.compile(r'^(\s*)((?:# )*)([%!].*)$')
SIGNS = {'#>': 'stdout', '#2>': 'stderr', '#=': 'result', '#+': 'display', '#!': 'error'}
SIGN = re.compile(r'^(#>|#2>|#=|#\+|#!)(?: (.*))?$', re.S)


def has_cells(text):
    return any(MARK.match(line) for line in text.split('\n'))


def hide(source):
    """Magics as comments; a cell magic takes its whole cell with it."""
    lines = source.split('\n')
    if re.match(r'^(# )*%%', lines[0]) :
        return '\n'.join('# ' + line if line else '#' for line in lines)
    return '\n'.join(MAGIC.sub(r'\1# \2\3', line) for line in lines)


def show(source):
    lines = source.split('\n')
    if re.match(r'^# (# )*%%\S', lines[0]):
        return '\n'.join(line[2:] for line in lines)
    return '\n'.join(re.sub(r'^(\s*)# ((?:# )*)([%!].*)$', r'\1\2\3', line) for line in lines)


def made(sign, text):
    whole = text + '\n'
    return {'stdout': lambda: stream(whole), 'stderr': lambda: stream(whole, 'stderr'), 'result': lambda: result({'text/plain': text}),
            'display': lambda: display({'text/plain': text}), 'error': lambda: error(text)}[SIGNS[sign]]()


def parse(text, path='', part=False):
    out, lines, notes = Parsed(), text.split('\n'), None
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    i = 0
    while i < len(lines):
        found = NOTE.match(lines[i])
        if found and found.group(1) in ('lesson', 'whole', 'cell'):
            value = read_note(path, found.group(2), i + 1)
            if found.group(1) == 'lesson':
                out.head, out.top = value, starts[i] + len(lines[i])
            elif found.group(1) == 'cell':
                notes = value
            else:
                cell = Cell.from_facts(value)
                cell.line, cell.place = i + 1, (i, i, '', 'python')
                out.cells.append(cell)
                out.ends.append(starts[i] + len(lines[i]))
            i += 1
            continue
        mark = MARK.match(lines[i])
        if not mark and not lines[i].strip():
            i += 1
            continue
        first = i
        kind = TYPE.search(mark.group('rest') or '') if mark else None
        kind = {'md': 'markdown'}.get(kind.group(1), kind.group(1)) if kind else 'code'
        i += bool(mark)
        top = i
        while i < len(lines) and not MARK.match(lines[i]) and not (NOTE.match(lines[i]) and NOTE.match(lines[i]).group(1) != 'output'):
            i += 1
        last = i - 1
        while last >= top and not lines[last].strip():
            last -= 1
        body = lines[top:last + 1]
        cell = Cell(kind, line=top + 1)
        if kind == 'code':
            n, all_outputs, each = len(body), None, []
            if n and NOTE.match(body[-1]):
                value = read_note(path, NOTE.match(body[-1]).group(2), last + 1)
                all_outputs, each = (value['all'], []) if isinstance(value, dict) else (None, value)
                n -= 1
            stop = n
            while n and SIGN.match(body[n - 1]):
                n -= 1
            cell.source = show('\n'.join(body[:n]))
            cell.place = (first, top + n - 1, '', 'python')
            cell.saved_lines = (top + n, last) if top + n <= last else None
            shown = []
            for line in body[n:stop]:
                sign, words = SIGN.match(line).groups()
                if shown and shown[-1][0] == sign:
                    shown[-1][1].append(words or '')
                else:
                    shown.append((sign, [words or '']))
            cell.outputs = all_outputs if all_outputs is not None else [made(sign, '\n'.join(words)) for sign, words in shown]
            for k, value in enumerate(each):
                if value and k < len(cell.outputs):
                    cell.outputs[k] = apply_to_output(cell.outputs[k], value)
        else:
            cell.source = '\n'.join(line[2:] if line.startswith('# ') else '' if line == '#' else line for line in body)
        if notes is not None:
            apply_to_cell(cell, notes)
            notes = None
        out.cells.append(cell)
        out.ends.append(starts[max(last, first)] + len(lines[max(last, first)]))
    return out


def shown(outputs):
    lines = []
    for output in outputs:
        kind = output['output_type']
        tag = output['name'] if kind == 'stream' else {'execute_result': 'result', 'error': 'error'}.get(kind, 'display')
        sign = next((s for s, t in SIGNS.items() if t == tag), '#>')
        text = plain(output)
        if kind == 'stream' and text.endswith('\n'):
            text = text[:-1]
        lines.extend(sign + (' ' + line if line else '') for line in text.split('\n'))
    return lines


def render(cell, notes, guard, apart=False):
    if guard:
        return whole(cell)
    parts = [f'#perch:cell {note(notes.cell)}'] if notes.cell else []
    if cell.kind != 'code':
        parts.append(f'# %% [{cell.kind}]')
        if cell.source:
            parts.extend('# ' + line if line else '#' for line in cell.source.split('\n'))
        return '\n'.join(parts)
    parts.append('# %%')
    if cell.source:
        parts.append(hide(cell.source))
    parts.extend(shown(cell.outputs))
    if notes.all is not None:
        parts.append(f'#perch:output {note({"all": notes.all})}')
    elif any(notes.outputs):
        parts.append(f'#perch:output {note(notes.outputs)}')
    return '\n'.join(parts)


def apart(before, cell):
    return False
