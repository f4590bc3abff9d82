"""The repair of a SyntaxError about a character that a web page or an input method put where Python wants ASCII: each that stops the cell becomes what the error asks for (a blank of another kind a space), until the
cell is a program.

offers(error) is asked by the session when a cell has failed so; what is offered is not run before, since it says nothing else than the cell did.
"""
import ast
import re
import unicodedata

from perch.words import say

HINT = re.compile(r'''invalid character '(.)' \(U\+[0-9A-F]+\)\. Did you mean (['"])(.+)\2\?''')
BEHIND_NUMBER = re.compile(r'invalid [a-z]+ literal')    # what is said where such a character touches a number
UNSEEN = re.compile(r'invalid non-printable character U[+]([0-9A-F]+)')
MOST = 2000             # characters of a cell
QUOTES = {'"': '“”„″«»「」＂', "'": '‘’‚′´＇'}     # which end a string that another of them began


def better(line, at, wrong, right):
    """The line with the character at a place as Python wants it (of quotes both); None: it does not stand there."""
    if line[at:at + 1] != wrong:
        return None
    rest = line[at + 1:]
    if right == ' ' and not line[:at].strip():          # an indentation changes as a whole: a part of it would be another mistake
        more = len(rest) - len(rest.lstrip(wrong))
        return line[:at] + ' ' * (1 + more) + rest[more:]
    if right in QUOTES:
        end = next((i for i, char in enumerate(rest) if char in QUOTES[right]), None)
        if end is not None:
            rest = rest[:end] + right + rest[end + 1:]
    return line[:at] + right + rest


def asked(error):
    """(the character that an error is about, what is to stand there); None: it is about something else, or a character that means nothing."""
    found = HINT.fullmatch(error.msg or '')
    if found:
        return found[1], found[3]
    found = UNSEEN.fullmatch(error.msg or '')
    char = chr(int(found[1], 16)) if found else ''
    kind = unicodedata.category(char) if char else ''
    return (char, ' ') if kind == 'Zs' else (char, '') if kind == 'Cf' else None


def problem(source):
    """The SyntaxError of a source, or None."""
    try:
        ast.parse(source)
    except SyntaxError as error:
        return error
    return None


def place(lines, error):
    """(row, column, the character, what Python wants there) that an error is about; None: another error."""
    found, row, at = asked(error), (error.lineno or 0) - 1, (error.offset or 0) - 1
    if not 0 <= row < len(lines) or at < 0:
        return None
    if found:
        return row, at, *found
    at += 1
    if not BEHIND_NUMBER.fullmatch(error.msg or '') or lines[row][at:at + 1].isascii():
        return None
    apart = problem('\n'.join([*lines[:row], f'{lines[row][:at]} {lines[row][at:]}', *lines[row + 1:]])) # with a blank between them it is the character's turn
    found = asked(apart) if apart and (apart.lineno, apart.offset) == (row + 1, at + 2) else None
    return found and (row, at, *found)


def mended(source, error):
    """(the source as a program, [lines that have changed]); None: something else is wrong with it."""
    lines, changed = source.split('\n'), []
    while error is not None:
        found = place(lines, error)
        line = found and better(lines[found[0]], *found[1:])
        if line is None or len(changed) == MOST:
            return None
        lines[found[0]] = line
        changed.append(found[0] + 1)
        error = problem('\n'.join(lines))
    return '\n'.join(lines), changed


def offers(error):
    """[(cells, line, cost)] for the front, as perch.views.fix has them; the error then says the repaired line."""
    if asked(error) is None and not BEHIND_NUMBER.fullmatch(error.msg or ''):
        return []
    import _session
    from perch.mistakes.repairs import source_of
    from perch.views.plan import Plan, cell_of
    plan = Plan(_session.number())
    source = source_of(error.filename) if cell_of(error.filename or '', plan.now) == plan.now else None
    found = mended(source, error) if source is not None else None
    if found is None or not plan.put(plan.now, source, *found):
        return []
    line = plan.lines()[0][2]
    error.add_note('  ' + say('fix', text=line))
    return [(plan.cells(), line, '')]
