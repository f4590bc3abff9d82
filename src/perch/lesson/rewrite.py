"""perch test --update: new outputs in the place of the saved ones; everything else in the file stays as it is, to the byte."""
import json
import re

from perch.lesson import files, markdown, notebook, prompts, transcript, weave
from perch.lesson.cells import DEFAULT, LessonError, hollow, plain
from perch.lesson.words import say



def combined(outputs, stderr=True):
    """Outputs as one text, each on lines of its own."""
    text = ''
    for output in outputs:
        if not stderr and output.get('name') == 'stderr':
            continue
        if text and not text.endswith('\n'):
            text += '\n'
        part = plain(output)
        text += part if output['output_type'] == 'stream' or part.endswith('\n') or not part else part + '\n'
    return text


def in_text(lesson, changed):
    """The file's text with new outputs for the cells and examples in changed: [(cell, example or None, outputs)…]."""
    lines, edits = lesson.text.split('\n'), []
    for cell, example, outputs in changed:
        if example is not None:
            edits.append((example.start - 1, example.stop - 1, prompts.lines_for(expected(outputs), example.indent)))
        elif files.textual(lesson.form, lesson.text) is markdown and not (cell.out_fence and cell.out_fence[3]):
            edits.append(one_block(cell, combined(outputs, stderr=False)))
        else:
            edits.append(own_form(lesson, cell, outputs))
    for start, stop, new in sorted(edits, key=lambda e: e[0], reverse=True):
        lines[start:stop] = new
    return '\n'.join(lines)


def expected(outputs):
    """What stands below an example: of an error its first and last lines, as Python's doctest wants it."""
    text = ''
    for output in outputs:
        if output['output_type'] == 'error':
            text += f"Traceback (most recent call last):\n    ...\n{output['ename']}" + (f": {output['evalue']}" if output['evalue'] else '') + '\n'
        elif output.get('name') != 'stderr':
            text += combined([output])
    return text


def one_block(cell, text):
    """The block behind a cell in which everything stands: (first line, one behind the last, new lines)."""
    indent = cell.place[2]
    text = text[:-1] if text.endswith('\n') else text
    if cell.saved_lines:
        start, stop = cell.saved_lines[0], cell.saved_lines[1] + 1
        if not text:
            return cell.place[1] + 1, stop, []
        opening, closing = cell.out_fence[0], cell.out_fence[1]
        need = markdown.fence_for(text)
        if len(need) > len(closing.strip()) and closing.strip()[0] == '`':
            opening, closing = opening.replace(closing.strip(), need, 1), closing.replace(closing.strip(), need, 1)
        return start, stop, [opening] + [indent + line if line else line for line in text.split('\n')] + [closing]
    if not text:
        return cell.place[1] + 1, cell.place[1] + 1, []
    fence = markdown.fence_for(text)
    return cell.place[1] + 1, cell.place[1] + 1, ['', f'{indent}{fence}output'] + [indent + line if line else line for line in text.split('\n')] + [indent + fence]


def noted(lesson, cell):
    """Do notes stand among its saved outputs?"""
    return any(transcript.NOTE.match(line) for line in lesson.text.split('\n')[cell.saved_lines[0]:cell.saved_lines[1] + 1])


def numbered(lesson, cell):
    """The number that stands in its prompt."""
    return transcript.IN.match(lesson.text.split('\n')[cell.place[0]]).group(1)


def own_form(lesson, cell, outputs):
    """As a conversion would write it."""
    form = files.textual(lesson.form, lesson.text)
    index = lesson.cells.index(cell)
    if 'perch:whole ' in lesson.text.split('\n')[cell.place[0]]:
        bare, _ = weave.kept(hollow(lesson)[index], form)
        bare.outputs = json.loads(json.dumps(outputs))
        return cell.place[0], cell.place[0] + 1, [form.whole(bare)]
    if form is transcript and not (cell.saved_lines and noted(lesson, cell)):
        new = '\n'.join(transcript.shown(outputs, numbered(lesson, cell))).split('\n') if outputs else []     # a transcript that a person keeps has no notes
        start, stop = (cell.saved_lines[0], cell.saved_lines[1] + 1) if cell.saved_lines else (cell.place[1] + 1,) * 2
        return start, stop, new
    bare, _ = weave.kept(hollow(lesson)[index], form)
    bare.outputs, bare.count = [], DEFAULT
    head = weave.block(form, bare)
    bare.outputs = json.loads(json.dumps(outputs))
    for output in bare.outputs:
        if output['output_type'] == 'execute_result':
            output['execution_count'] = DEFAULT
    whole = weave.block(form, bare)
    new = whole[len(head):].lstrip('\n').split('\n') if outputs else []
    if cell.saved_lines:
        start, stop = cell.saved_lines[0], cell.saved_lines[1] + 1
        return (start, stop, new) if new else (cell.place[1] + 1, stop, [])
    apart = [''] if form is markdown and new else []
    return cell.place[1] + 1, cell.place[1] + 1, apart + new


def in_notebook(lesson, changed):
    """The notebook's text: its own keys in its own order, outputs and counts anew."""
    book = json.loads(lesson.text)
    for cell, example, outputs in changed:
        c = book['cells'][lesson.cells.index(cell)]
        c['outputs'] = [notebook.output_out(output) for output in outputs]
        c['execution_count'] = cell.count
    indent = re.search(r'^\{\r?\n([ \t]+)"', lesson.text)
    indent = (indent.group(1) if '\t' in indent.group(1) else len(indent.group(1))) if indent else None
    text = json.dumps(book, ensure_ascii=lesson.text.isascii() and '\\u' in lesson.text, indent=indent, separators=None if indent is not None or ', ' in lesson.text[:400] else (',', ':'))
    return text + ('\n' if lesson.text.endswith('\n') else '')


def is_program(text):
    import ast
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def rewrite(lesson, changed):
    text = in_notebook(lesson, changed) if lesson.form == 'ipynb' else in_text(lesson, changed)
    if lesson.form == 'py' and is_program(lesson.text) and not is_program(text):
        raise LessonError(lesson.path, say('no longer a program'))
    files.write_text(lesson.path, text, lesson.newline, lesson.mark)


