"""The repair of a SyntaxError about a character that a web page or an input method put where Python wants ASCII: each that stops the cell becomes what the error asks for, until the cell is a program.

offers(error) is asked by the session when a cell has failed so; what is offered is not run before, since it says nothing else than the cell did.
"""
import ast
import re

from perch.words import say

HINT = re.compile(r'''invalid character '(.)' \(U\+[0-9A-F]+\)\. Did you mean (['"])(.+)\2\?''')
QUOTES = {'"': '“”„″«»「」＂', "'": '‘’‚′´＇'}     # which end a string that another of them began


def better(line, at, wrong, right):
    """The line with the character at a place as Python wants it (of quotes both); None: it does not stand there."""
    if line[at:at + 1] != wrong:
        return None
    rest = line[at + 1:]
    if right in QUOTES:
        end = next((i for i, char in enumerate(rest) if char in QUOTES[right]), None)
        if end is not None:
            rest = rest[:end] + right + rest[end + 1:]
    return line[:at] + right + rest


def mended(source, error):
    """(the source as a program, [lines that have changed]); None: something else is wrong with it."""
    lines, changed = source.split('\n'), []
    while error is not None:
        found, at = HINT.fullmatch(error.msg or ''), (error.lineno or 0) - 1
        line = better(lines[at], error.offset - 1, found[1], found[3]) if found and error.offset and 0 <= at < len(lines) else None
        if line is None:
            return None
        lines[at] = line
        changed.append(at + 1)
        try:
            ast.parse('\n'.join(lines))
            error = None
        except SyntaxError as next_:
            error = next_
    return '\n'.join(lines), changed


def offers(error):
    """[(cells, line, cost)] for the front, as perch.views.fix has them; the error then says the repaired line."""
    if not HINT.fullmatch(error.msg or ''):
        return []
    import _session
    from perch._repairs import source_of
    from perch.views.plan import Plan, cell_of
    plan = Plan(_session.number())
    source = source_of(error.filename) if cell_of(error.filename or '', plan.now) == plan.now else None
    found = mended(source, error) if source is not None else None
    if found is None or not plan.put(plan.now, source, *found):
        return []
    line = plan.lines()[0][2]
    error.add_note('  ' + say('fix', text=line))
    return [(plan.cells(), line, '')]
