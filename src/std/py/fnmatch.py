"""File names against shell patterns: * ? [abc] [!abc]."""
import posixpath

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]

_compiled = {}


def fnmatch(name, pat):
    """Does the name fit the pattern?"""
    return fnmatchcase(posixpath.normcase(name), posixpath.normcase(pat))


def _matcher(pat):
    match = _compiled.get(pat)
    if match is None:
        import re
        if isinstance(pat, bytes):
            res = bytes(translate(str(pat, 'ISO-8859-1')), 'ISO-8859-1')
        else:
            res = translate(pat)
        if len(_compiled) >= 256:
            _compiled.clear()
        match = _compiled[pat] = re.compile(res).match
    return match


def filter(names, pat):
    """The names that fit the pattern."""
    match = _matcher(posixpath.normcase(pat))
    return [name for name in names if match(posixpath.normcase(name))]


def fnmatchcase(name, pat):
    """Does the name fit the pattern, in the same case?"""
    return _matcher(pat)(name) is not None


def translate(pat):
    """The pattern as a regular expression."""
    import re
    parts = []
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            if not parts or parts[-1] is not None:
                parts.append(None)              # any text; several stars are one
        elif c == '?':
            parts.append('.')
        elif c == '[':
            end = i + (pat[i:i + 1] == '!')
            end = pat.find(']', end + (pat[end:end + 1] == ']'))
            if end < 0:
                parts.append('\\[')
            else:
                parts.append(_char_class(pat[i:end]))
                i = end + 1
        else:
            parts.append(re.escape(c))
    # each star but the last takes as little as it can and never changes its mind
    out = []
    i = 0
    while i < len(parts) and parts[i] is not None:
        out.append(parts[i])
        i += 1
    while i < len(parts):
        i += 1
        fixed = []
        while i < len(parts) and parts[i] is not None:
            fixed.append(parts[i])
            i += 1
        fixed = ''.join(fixed)
        out.append(f'(?>.*?{fixed})' if i < len(parts) else f'.*{fixed}')
    return fr'(?s:{"".join(out)})\Z'


def _char_class(stuff):
    import re
    if '-' not in stuff:
        stuff = stuff.replace('\\', r'\\')
    else:
        chunks = []
        i = 0
        k = 2 if stuff[0] == '!' else 1
        while True:                             # split at hyphens that are ranges
            k = stuff.find('-', k)
            if k < 0:
                break
            chunks.append(stuff[i:k])
            i = k + 1
            k += 3
        chunk = stuff[i:]
        if chunk:
            chunks.append(chunk)
        else:
            chunks[-1] += '-'
        for k in range(len(chunks) - 1, 0, -1):     # drop empty ranges such as b-a
            if chunks[k - 1][-1] > chunks[k][0]:
                chunks[k - 1] = chunks[k - 1][:-1] + chunks[k][1:]
                del chunks[k]
        stuff = '-'.join(s.replace('\\', r'\\').replace('-', r'\-') for s in chunks)
    stuff = re.sub(r'([&~|])', r'\\\1', stuff)
    if not stuff:
        return '(?!)'
    if stuff == '!':
        return '.'
    if stuff[0] == '!':
        stuff = '^' + stuff[1:]
    elif stuff[0] in ('^', '['):
        stuff = '\\' + stuff
    return f'[{stuff}]'
