"""In which language perch's own sentences are: English or Chinese. The words of the original libraries are never translated.

Sentences stand in tables, a row each: key: (English, Chinese). PERCH_LANG (which --lang sets) decides; else the session; else the locale.
"""
import sys

LANGUAGES = ('en', 'zh')
_chosen = None


def language():
    """'en' or 'zh'."""
    if _chosen is not None:
        return _chosen
    import posix
    asked = posix.environ.get(b'PERCH_LANG', b'').decode('ascii', 'replace')
    if not asked and '_session' in sys.builtin_module_names:
        import _session
        asked = _session.language() or ''
    for name in () if asked else (b'LC_ALL', b'LC_MESSAGES', b'LANG'):
        asked = posix.environ.get(name, b'').decode('ascii', 'replace')
        if asked:
            break
    return 'zh' if asked.lower().startswith(('zh', 'chinese')) else 'en'


def choose(name):
    """choose('zh'), choose('en'); choose(None): as the environment says. Returns what was chosen before."""
    global _chosen
    before = _chosen
    if name is not None and name not in LANGUAGES:
        raise ValueError(f'no such language: {name!r}; there are {", ".join(LANGUAGES)}')
    _chosen = name
    return before


def column(row):
    """The text of a row in the language that is spoken."""
    return row[1] if language() == 'zh' else row[0]


def _seen(values):
    """What is filled in comes from programs: nothing in it may act on the screen."""
    for name, value in values.items():
        if isinstance(value, str) and not value.isprintable():
            from _tensor import visible
            values[name] = visible(value, True)
    return values


class Words:
    """A table: words('key', name=value) is its sentence with the values in place."""

    def __init__(self, table):
        self.table = table

    def __call__(self, key, **values):
        text = column(self.table[key])
        return text.format(**_seen(values)) if values else text

    def count(self, key, n, **values):
        """The row's forms for one and for many are separated by '|'."""
        one, _, many = column(self.table[key]).partition('|')
        return (one if n == 1 or not many else many).format(n=n, **_seen(values))
