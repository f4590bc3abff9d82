"""Compare: measurements as a table: a row a sub_label, a column a description, a block for each number of threads."""
import math

from .common import Measurement, ordered_unique, select_unit, trim_sigfig, unit_to_english

_END, _BEST, _GOOD, _BAD, _WORST = '\033[0m\033[0m', '\033[92m\033[1m', '\033[34m\033[1m', '\033[2m\033[91m', '\033[31m\033[1m'


def _coloured(text, value, best):
    if value <= best * 1.01 or value <= best + 100e-9:
        return _BEST + text + _END
    if value <= best * 1.1:
        return _GOOD + text + _END
    if value >= best * 5:
        return _WORST + text + _END
    return _BAD + text + _END if value >= best * 2 else text


class _Table:
    """The measurements of one label."""

    def __init__(self, results, by, trim, warn):
        self.by, self.warn = by, warn
        self.label = results[0].label
        self.unit, self.scale = select_unit(min(r.median for r in results))
        self.rows = ordered_unique((r.num_threads, r.env_name, r.as_row_name) for r in results)
        self.rows = [row for n in sorted({row[0] for row in self.rows}) for row in self.rows if row[0] == n]
        self.columns = ordered_unique(r.description for r in results)
        self.at = {((r.num_threads, r.env_name, r.as_row_name), r.description): r for r in results}
        self.trim = trim
        self.widths = [self._width(c) for c in self.columns]

    def _digits(self, column):
        """How many stand behind the point, in the column."""
        if not self.trim:
            return 1
        found = [r for (_, c), r in self.at.items() if c == column]
        return min(max(r.significant_figures - int(math.ceil(math.log10(r.median / self.scale))), 0) for r in found)

    def _number(self, r, digits):
        value = r.median / self.scale
        return '%.*f' % (digits, trim_sigfig(value, r.significant_figures) if self.trim else value)

    def _warns(self, r):
        return self.warn and r.has_warnings

    def _text(self, r):
        """A cell, with room for a warning where the column has one."""
        number, column = self._number(r, self._digits(r.description)), r.description
        if self._warns(r):
            return number + ' (! %.0f%%)' % (r.iqr / r.median * 100)
        return number + ' ' * 7 * any(self._warns(o) for (_, c), o in self.at.items() if c == column)

    def _width(self, column):
        return max([len(column or '')] + [len(self._text(r)) for (_, c), r in self.at.items() if c == column])

    def _cell(self, row, i):
        r = self.at.get((row, self.columns[i]))
        if r is None:
            return ' ' * self.widths[i]
        text = self._text(r).center(self.widths[i])
        if self.by is None:
            return text
        alike = [o for (place, c), o in self.at.items() if place[0] == row[0] and (place == row if self.by == 'row' else c == self.columns[i])]
        return _coloured(text, r.median, min(o.median for o in alike))

    def text(self):
        env = max(len(row[1]) for row in self.rows)
        name = max(len(row[2]) for row in self.rows)
        heads = [' ' * (2 + env + 4 + name)] + [(c or '').center(w) for c, w in zip(self.columns, self.widths)]
        head = '  |  '.join(heads)
        lines = ['[%s]' % (' %s ' % (self.label or '')).center(len(head) - 2, '-'), head]
        for i, row in enumerate(self.rows):
            if not i or self.rows[i - 1][0] != row[0]:
                begin = '%d threads: ' % row[0]
                lines.append(begin + '-' * (len(head) - len(begin)))
            place = ('(%s)' % row[1] if row[1] else '').ljust(env + 4)
            lines.append('  |  '.join(['  ' + place + row[2].ljust(name)] + [self._cell(row, k) for k in range(len(self.columns))]))
        lines += ['', 'Times are in %ss (%s).' % (unit_to_english(self.unit), self.unit)]
        if any(self._warns(r) for r in self.at.values()):
            lines.append('(! XX%) Measurement has high variance, where XX is the IQR / median * 100.')
        return '\n'.join(lines) + '\n'


class Compare:
    """print() shows what was measured side by side."""

    def __init__(self, results):
        self._results, self._trim, self._by, self._warn = [], False, None, False
        self.extend_results(results)

    def __str__(self):
        merged = Measurement.merge(self._results)
        return '\n'.join(_Table([m for m in merged if m.label == label], self._by, self._trim, self._warn).text() for label in ordered_unique(m.label for m in merged))

    def extend_results(self, results):
        for r in results:
            if not isinstance(r, Measurement):
                raise ValueError('Expected an instance of `Measurement`, got %s instead.' % type(r))
        self._results.extend(results)

    def trim_significant_figures(self):
        self._trim = True

    def colorize(self, rowwise=False):
        self._by = 'row' if rowwise else 'column'

    def highlight_warnings(self):
        self._warn = True

    def print(self):
        print(str(self))
