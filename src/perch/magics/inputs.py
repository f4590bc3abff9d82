"""Magics of what was typed: %history, %recall, %rerun, %load, %save, %macro, %notebook."""
import os
import sys

from perch import inputs
from perch.inputs import Macro
from perch.magics import UsageError, tell
from perch.magics.options import parse

NUMBERS = 4                             # columns of a line's number


def _print_rows(rows, options, out):
    numbered, prompts, outputs = 'n' in options, 'p' in options, 'o' in options
    for session, line, source in rows:
        output = None
        if outputs:
            source, output = source
        source = source.rstrip()
        many = '\n' in source
        if numbered:
            name = '%s/%s' % (session, line) if session else str(line)
            tell('%s:%s' % (name.rjust(NUMBERS), '\n' if many else ' '), end='', file=out)
        if prompts:
            tell('>>> ' + '\n... '.join(source.splitlines()) + ('\n...' if many else ''), file=out)
        else:
            tell(source, file=out)
        if output is not None:
            tell(output, file=out)


def magic_history(shell, line):
    """What was typed, the last last.

    %history [-n] [-o] [-p] [-t] [-f FILE] [-g [PATTERN]] [-l [N]] [-u] [RANGE …]

    Ranges: 4 is line 4, 4-6 lines 4 to 6, 243/1-5 lines of session 243, ~2/7 line 7 two sessions ago, ~8/1-~6/5 several sessions.
      -n  with numbers        -o  with outputs       -p  with >>> prompts     -t  as Python, magics as calls
      -f  into a file         -g  of all sessions, where a glob matches       -l  the last N of all sessions (10)
      -u  with -g: each text once"""
    words = line.split()
    options, rest, i = {}, [], 0
    while i < len(words):
        word = words[i]
        i += 1
        if word == '--':
            rest += words[i:]
            break
        if not word.startswith('-') or len(word) == 1:
            rest.append(word)
            continue
        for at, letter in enumerate(word[1:], 1):
            if letter not in 'noptfglu':
                raise UsageError('unrecognized arguments: %s' % word)
            options[letter] = ''
            if letter in 'fg' or letter == 'l':
                value = word[at + 1:]
                if letter == 'g':
                    options['g'] = ' '.join([value] * bool(value) + words[i:])
                    i = len(words)
                elif value:
                    options[letter] = value
                elif i < len(words) and (letter == 'f' or words[i].isdigit()):
                    options[letter] = words[i]
                    i += 1
                break
    outputs = 'o' in options
    if 'g' in options:
        options['n'] = ''
        pattern = '*%s*' % options['g'] if options['g'] else '*'
        rows = inputs.search(pattern, 0, 'u' in options, outputs)
    elif 'l' in options:
        rows = inputs.tail(int(options['l'] or 10), outputs)
    else:
        rows = inputs.by_ranges(' '.join(rest), 't' not in options, outputs)
    if 'f' not in options:
        return _print_rows(rows, options, sys.stdout)
    path = os.path.expanduser(options['f'])
    if os.path.isfile(path) and not inputs.ask("File %r exists. Overwrite?" % path, True):
        return tell('Aborting.')
    tell("Overwriting file.") if os.path.isfile(path) else None
    with open(path, 'w', encoding='utf-8') as out:
        _print_rows(rows, options, out)


magic_hist = magic_history


def magic_recall(shell, line):
    """Put earlier input into the next cell.

    %recall          the last result, as text
    %recall 45       line 45; %recall 1-4: several (ranges as %history's)
    %recall TEXT     the value of TEXT, or the last line that holds it"""
    arg = line.strip()
    if not arg:
        shell.set_next_input(str(shell.user_ns['_']))
        return
    if all(part.isdigit() or part in '' for part in arg.replace('-', ' ').replace('/', ' ').replace('~', ' ').split()) and arg[:1] in '~0123456789':
        code = inputs.code_of_ranges(arg, True)
        if code:
            shell.set_next_input(code.rstrip())
            return
    try:
        cell = str(eval(arg, shell.user_ns))
    except Exception:
        for session, number, source in reversed(inputs.search('*' + arg + '*')):
            if 'recall' not in source and 'rep' not in source:
                shell.set_next_input(source.rstrip())
                return
        tell("Couldn't evaluate or find in history:", arg)
    else:
        shell.set_next_input(cell)


magic_rep = magic_recall


def magic_rerun(shell, line):
    """Run earlier input again: %rerun the last line, %rerun RANGE …, -l N the last N lines, -g TEXT the last one that holds TEXT."""
    options, words = parse(line, 'l:g:')
    if 'l' in options:
        rows = inputs.tail(int(options['l']))
    elif 'g' in options:
        rows = [row for row in inputs.search('*' + options['g'] + '*') if 'rerun' not in row[2]][-1:]
    elif words:
        rows = inputs.by_ranges(' '.join(words))
    else:
        rows = inputs.tail(1)
    sources = [row[2] for row in rows]
    if not sources:
        return tell('No lines in history match specification')
    text = '\n'.join(sources)
    tell('=== Executing: ===')
    tell(text)
    tell('=== Output: ===')
    shell.run_cell(text, store_history=False)


def magic_load(shell, line):
    """Put code into the next cell: %load FILE, ADDRESS, RANGE, MACRO or NAME; -r LINES of it (5-10,20), -s NAMES defined in it, -y without asking."""
    options, words = parse(line, 'yns:r:')
    target = ' '.join(words)
    code = _source(shell, target) if 'n' in options else inputs.find_code(target)
    lines = code.splitlines(True)
    if 's' in options:
        lines = _symbols(code, options['s'].split(','))
    if 'r' in options:
        lines = _pick(lines, options['r'])
    code = ''.join(lines)
    if len(code) > 200000 and 'y' not in options and not inputs.ask("The text you're trying to load seems pretty big (%d characters). Continue (y/[N]) ? " % len(code), False):
        return tell('Operation cancelled.')
    shell.set_next_input('# %%load %s\n' % line + code, replace=True)


magic_loadpy = magic_load


def _source(shell, name):
    import inspect
    try:
        return inspect.getsource(eval(name, shell.user_ns))
    except Exception:
        return inputs.find_code(name)


def _symbols(code, names):
    """The functions and classes of these names."""
    import ast
    lines, found, missing = code.splitlines(True), [], []
    tree = {node.name: node for node in ast.parse(code).body if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef))}
    for name in names:
        node = tree.get(name.strip())
        if node is None:
            missing.append(name)
            continue
        first = min([node.lineno] + [each.lineno for each in node.decorator_list])
        found += lines[first - 1:node.end_lineno] + ['\n']
    if missing:
        tell('The symbol `%s` was not found' % missing[0] if len(missing) == 1 else 'The symbols %s were not found' % ', '.join('`%s`' % name for name in missing))
    return found


def _pick(lines, spec):
    """Lines 5-10 (both), 5:10 (without the 10th), 5, and several of these with commas between."""
    picked = []
    for part in spec.split(','):
        mark = ':' if ':' in part else '-' if '-' in part else None
        first, _, last = part.partition(mark) if mark else (part, '', part)
        start = int(first) if first.strip() else 1
        stop = int(last) - (mark == ':') if last.strip() else len(lines)
        picked += lines[start - 1:stop]
    return picked


def magic_save(shell, line):
    """Write input to a file: %save [-r] [-f] [-a] FILE [RANGE …]. -r as it was typed, -f over an existing file, -a behind its end."""
    options, words = parse(line, 'fra')
    if not words:
        raise UsageError('Missing filename.')
    raw, force, append = 'r' in options, 'f' in options, 'a' in options
    path, ending = os.path.expanduser(words[0]), '.ipy' if raw else '.py'
    if not path.endswith(('.py', '.ipy')):
        path += ending
    exists = os.path.isfile(path)
    if exists and not force and not append and not inputs.ask('File `%s` exists. Overwrite (y/[N])? ' % path, False):
        return tell('Operation cancelled.')
    try:
        code = inputs.find_code(' '.join(words[1:]), raw)
    except (TypeError, ValueError) as error:
        return tell(error.args[0])
    with open(path, 'a' if append else 'w', encoding='utf-8') as f:
        if not append or not exists:
            f.write('# coding: utf-8\n')
        f.write(code if code.endswith('\n') else code + '\n')
    tell('The following commands were written to file `%s`:' % path)
    tell(code)


def magic_macro(shell, line):
    """A name for lines of input: %macro [-r] [-q] NAME RANGE …; the name alone in a cell runs them. Without a name: those that there are."""
    options, words = parse(line, 'rq')
    if not words:
        return sorted(name for name, value in shell.user_ns.items() if isinstance(value, Macro))
    if len(words) == 1:
        raise UsageError("%macro insufficient args; usage '%macro name n1-n2 n3-4...")
    name = words[0]
    try:
        code = inputs.find_code(' '.join(words[1:]), 'r' in options)
    except (ValueError, TypeError) as error:
        return tell(error.args[0])
    macro = Macro(code)
    shell.user_ns[name] = macro
    if 'q' not in options:
        tell('Macro `%s` created. To execute, type its name (without quotes).' % name)
        tell('=== Macro contents: ===')
        tell(macro, end=' ')


def magic_notebook(shell, line):
    """Write the session's cells as a notebook: %notebook FILE.ipynb"""
    import json
    if not line.strip():
        raise UsageError('Missing filename.')
    cells = [{'cell_type': 'code', 'execution_count': number, 'metadata': {}, 'outputs': [], 'id': 'cell-%d' % number, 'source': source.splitlines(True)}
             for session, number, source in inputs.by_ranges('')]
    book = {'cells': cells, 'metadata': {'kernelspec': {'display_name': 'perch', 'language': 'python', 'name': 'perch'},
                                         'language_info': {'name': 'python', 'file_extension': '.py'}}, 'nbformat': 4, 'nbformat_minor': 5}
    with open(os.path.expanduser(line.strip()), 'w', encoding='utf-8') as f:
        json.dump(book, f, ensure_ascii=False, indent=1)
        f.write('\n')
