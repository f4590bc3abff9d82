"""%prun: which functions a statement runs, how often and how long. %run -p does the same with a file."""
from perch.magics import UsageError
from perch.magics.options import parse

OPTIONS = 'D:l:rs:T:q'


def _limit(text):
    for kind in int, float:
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def profiled(code, names, given, limits=(), orders=()):
    """Runs code and shows what it called; the statistics with -r."""
    from cProfile import Profile
    from io import StringIO
    from pstats import Stats
    from perch.magics.pages import show
    profile, left = Profile(), ''
    try:
        profile.runctx(code, names, names)
    except SystemExit:
        left = '*** SystemExit exception caught in code being profiled.'
    out = StringIO()
    stats = Stats(profile, stream=out).strip_dirs()
    try:
        stats.sort_stats(*(orders or ['time']))
    except KeyError as e:
        raise UsageError('%%prun: -s takes calls, cumulative, file, line, module, name, nfl, pcalls, stdname or time, not %s' % e) from None
    stats.print_stats(*map(_limit, limits))
    text = out.getvalue().rstrip()
    import sys
    stats.stream = sys.stdout
    if 'q' not in given:
        show(text)
    if left:
        print(left)
    if given.get('D'):
        profile.dump_stats(given['D'])
        print('\n*** Profile stats marshalled to file %r.' % given['D'])
    if given.get('T'):
        with open(given['T'], 'w', encoding='utf-8') as f:
            f.write(text)
        print('\n*** Profile printout saved to text file %r.' % given['T'])
    return stats if 'r' in given else None


def magic_prun(shell, line, cell=None):
    """Which functions a statement calls, how often and how long.

    %prun [-l LIMIT] [-s KEY] [-r] [-q] [-T FILE] [-D FILE] STATEMENT
    %%prun above a cell.
    -l  so many lines, or a part of them (0.4), or those whose name has that
        text; more than once: one after the other
    -s  sorted by calls, cumulative, file, line, module, name, nfl, pcalls,
        stdname or time (the usual one)
    -r  gives the statistics as an object (pstats.Stats)
    -q  says nothing
    -T  the table to a file as text
    -D  the statistics to a file that pstats reads"""
    given, limits, orders, statement = options(line)
    source = shell.transform_cell('\n'.join(each for each in (statement, cell) if each))
    return profiled(compile(source, '<string>', 'exec'), shell.user_ns, given, limits, orders)


def options(line):
    """({letter: value}, limits, orders, what follows): -l and -s may be given more than once."""
    given, limits, orders, text = {}, [], [], line.lstrip()
    while text.startswith('-'):
        one, rest = parse(_first(text), OPTIONS, rest=True)
        if not one:
            break
        given.update(one)
        limits += [one['l']] if 'l' in one else []
        orders += [one['s']] if 's' in one else []
        text = text[len(_first(text)):].lstrip()
    return given, limits, orders, text


def _first(text):
    """The first option of a line, with its value."""
    word, _, after = text.partition(' ')
    if len(word) == 2 and word[1] in 'DlsT':
        value = after.lstrip()
        quoted = value[:1] in ('"', "'") and value.find(value[0], 1)
        end = quoted + 1 if quoted and quoted > 0 else len(value.split(' ', 1)[0])
        return text[:len(text) - len(value) + end]
    return word
