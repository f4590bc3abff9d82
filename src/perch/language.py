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


class Said(str):
    """A sentence as a record: its row of a table and what is filled in. As a text it is in the language that was spoken when it was made."""

    def __new__(cls, words, key, n, values):
        self = str.__new__(cls, words.filled(key, n, values))
        self.words, self.key, self.n, self.values = words, key, n, values
        return self

    def again(self):
        """The sentence in the language that is spoken now."""
        return self.words.filled(self.key, self.n, {name: value.again() if isinstance(value, Said) else value for name, value in self.values.items()})

    def row(self):
        return [self.key, self.n, {name: row_of(value) for name, value in self.values.items()}]


class Listed(Said):
    """Some of them, one behind the other."""

    def __new__(cls, between, items):
        self = str.__new__(cls, between.join(items))
        self.between, self.items = between, list(items)
        return self

    def again(self):
        between, *items = [item.again() if isinstance(item, Said) else item for item in (self.between, *self.items)]
        return between.join(items)

    def row(self):
        return [None, row_of(self.between), list(map(row_of, self.items))]


class Saying(Words):
    """A table of sentences that are kept as records: perch.words."""

    def __call__(self, key, **values):
        return Said(self, key, None, values)

    def count(self, key, n, **values):
        return Said(self, key, n, values)

    def filled(self, key, n, values):
        return Words.__call__(self, key, **values) if n is None else Words.count(self, key, n, **values)


def row_of(text):
    """A text, or a sentence, for another process."""
    return text.row() if isinstance(text, Said) else text


def said_from(row):
    if type(row) is not list:
        return row
    if row[0] is None:
        return Listed(said_from(row[1]), list(map(said_from, row[2])))
    from perch.words import say
    return Said(say, row[0], row[1], {name: said_from(value) for name, value in row[2].items()})
