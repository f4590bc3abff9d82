"""parse_dates of read_csv: which columns of a file are read as moments, alone or several together, and how."""
import numpy as np

from pandas.core.dates import to_datetime
from pandas.core.dtypes import is_integer, is_list_like, objects
from pandas.core.missing import missing_in, missing_one


class Dates:
    """What a program says about the dates of a file."""

    def __init__(self, asked, dayfirst=False, parser=None, keep=False):
        if asked is not None and not isinstance(asked, bool) and not is_list_like(asked):
            raise TypeError("Only booleans, lists, and dictionaries are accepted for the 'parse_dates' parameter")
        self.asked, self.dayfirst, self.parser, self.keep = asked, dayfirst, parser, keep
        several = asked if is_list_like(asked) else []
        self.alone = [] if isinstance(asked, dict) else [x for x in several if not is_list_like(x)]
        self.together = asked.items() if isinstance(asked, dict) else [(None, list(x)) for x in several if is_list_like(x)]

    def read(self, *columns):
        """Moments of columns of texts; the texts themselves where they are none."""
        texts = columns[0] if len(columns) == 1 else objects([np.nan if all(missing_one(x) for x in row) else ' '.join(str(x) for x in row if not missing_one(x)) for row in zip(*columns)])
        if self.parser is None:
            return self.tried(texts)
        try:
            found = self.parser(*columns)
            if not is_list_like(found):
                raise ValueError('a parser of one text')
            return np.asarray(to_datetime(found)._values if hasattr(to_datetime(found), '_values') else found)
        except Exception:
            return to_datetime(objects([x if missing_one(x) else self.parser(x) for x in texts]))._values

    def tried(self, texts):
        try:
            found = to_datetime(texts, dayfirst=self.dayfirst)._values
            return found
        except (ValueError, TypeError, OverflowError):
            return texts

    def labels(self, texts, otherwise):
        """Moments of a column of labels; what else they can be read as where they are none."""
        found = self.read(texts)
        return otherwise if found.dtype.kind == 'O' else found

    def place(self, x, labels, names):
        """The number of a column that a program names, or counts."""
        n = names[x] if is_integer(x) and x not in labels else x
        if n not in labels:
            raise ValueError(f"Missing column provided to 'parse_dates': '{x}'")
        return labels.index(n)

    def combined(self, labels, arrays, raw, names):
        """Columns read together, in front of those that are left."""
        made, used = [], []
        for name, parts in self.together:
            spots = [self.place(x, labels, names) for x in parts]
            label = name if name is not None else '_'.join(str(labels[i]) for i in spots)
            made.append((label, self.read(*[raw(labels[i]) for i in spots])))
            used += spots
        rest = [i for i in range(len(labels)) if i not in used or self.keep]
        return [n for n, _ in made] + [labels[i] for i in rest], [a for _, a in made] + [arrays[i] for i in rest]


def raw_texts(texts, values):
    """A column's texts as they stand in the file, NaN where they say that nothing is there."""
    gone = missing_in(values)
    return objects([np.nan if g else x for x, g in zip(texts, gone)])
