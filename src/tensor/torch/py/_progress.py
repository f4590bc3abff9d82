"""A line on stderr that says how much of a file is here, where tqdm is not installed."""
import sys


class Bar:
    """Used as tqdm's bar is, in a with statement."""

    def __init__(self, total=None, disable=False, unit=None, unit_scale=None, unit_divisor=None):
        self.total, self.disable, self.n = total, disable, 0

    def update(self, n):
        """n more bytes."""
        self.n += n
        if not self.disable:
            print('\r%.1f bytes' % self.n if self.total is None else '\r%.1f%%' % (100 * self.n / self.total), end='', file=sys.stderr, flush=True)

    def close(self):
        """No more will come."""
        self.disable = True

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if not self.disable:
            sys.stderr.write('\n')
