"""%who, %who_ls, %whos, %psearch: the names of the session."""
import sys

from _tensor import visible


def _is_given(shell, name, value):
    """Is it a name that the session itself has put there?"""
    if name in ('In', 'Out'):
        return value is shell.user_ns.get('_ih' if name == 'In' else '_oh')
    if name in ('exit', 'quit', 'open', 'get_ipython', 'display'):
        import builtins
        import perch.display
        import perch.shell
        return any(value is getattr(holder, name, None) for holder in (builtins, perch.shell, perch.display))
    return False


def _mine(shell):
    """{name: value} of what was defined in the session."""
    return {name: value for name, value in shell.user_ns.items()
            if isinstance(name, str) and not name.startswith('_') and not _is_given(shell, name, value)}


def names(shell, types=''):
    wanted = types.split()
    found = sorted(_mine(shell).items())
    return [name for name, value in found if not wanted or type(value).__name__ in wanted]


def magic_who_ls(shell, line):
    """A sorted list of the session's names; %who_ls TYPE…: of these types alone."""
    return names(shell, line)


def _none(line):
    print('No variables match your requested type.' if line.strip() else 'Interactive namespace is empty.')


def magic_who(shell, line):
    """The session's names; %who TYPE…: of these types alone. Names that begin with _ are left out."""
    found = names(shell, line)
    if not found:
        return _none(line)
    count = 0
    for name in map(visible, found):
        sys.stdout.write(name + '\t ')
        count += 1
        if count > 8:
            count = 0
            print()
    print()


def _cut(text):
    text = text.replace('\n', '\\n')
    return text if len(text) < 50 else text[:25] + '<...>' + text[-25:]


def _about(value):
    """What the table says of a value."""
    import _known
    from perch.mistakes.line import is_tensor
    if is_tensor(value):
        shape, device = _known.place(value)
        return '%s on %s' % (shape, device)
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        count = 'n=%d' % len(value)
        shape, device = _known.place(value)
        return '%s, %s on %s' % (count, shape, device) if shape else count
    try:
        text = str(value)
    except Exception:
        try:
            text = repr(value)
        except Exception as e:
            return '<object with failing str: %s>' % type(e).__name__
    shape, device = _known.place(value)
    return _cut(text) if not shape else '%s on %s' % (shape, device)


def magic_whos(shell, line):
    """A table of the session's names: type, and what each is: text, number of items, shape and device; %whos TYPE…: of these types alone."""
    found = names(shell, line)
    if not found:
        return _none(line)
    values = [shell.user_ns[name] for name in found]
    types = [visible(type(value).__name__) for value in values]
    found = [visible(name) for name in found]
    first = max(8, max(map(len, found))) + 3
    second = max(4, max(map(len, types))) + 4
    print('Variable'.ljust(first - 1), 'Type'.ljust(second - 1), 'Data/Info')
    print('-' * (first + second + len('Data/Info')))
    for name, kind, value in zip(found, types, values):
        print(name.ljust(first - 1), kind.ljust(second - 1), visible(_about(value)))


def magic_psearch(shell, line):
    """Names that fit a pattern of *: %psearch [-a] [-c | -i] [-e SCOPE] [-s SCOPE] PATTERN [TYPE]; `*name*?` is the same.

    -a also names that begin with _; -i letters' case does not count; scopes: user, builtin."""
    from perch.magics.options import parse
    from perch.pinfo import search
    import builtins
    given, words = parse(line, 'cias:e:l', ('list-types',))
    if not words:
        return print('Object search pattern is missing')
    scopes = {'builtin': vars(builtins), 'user': shell.user_ns}
    if 'e' in given:
        scopes.pop(given['e'], None)
    if 's' in given and given['s'] in scopes:
        scopes = {given['s']: scopes[given['s']]}
    kind = words[1] if len(words) > 1 and words[1] != 'all' else None
    found = search(words[0].replace('?', ''), list(scopes.values()), 'i' in given, kind, 'a' in given)
    if found:
        from perch.magics.pages import show
        show('\n'.join(map(visible, found)))
