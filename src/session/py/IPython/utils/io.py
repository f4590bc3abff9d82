"""Output caught: with capture_output() as c: …; c.stdout, c.stderr, c.show()."""
import io
import sys


class CapturedIO:
    """What was printed meanwhile."""

    def __init__(self, stdout, stderr, outputs=None):
        self._stdout, self._stderr, self.outputs = stdout, stderr, outputs or []

    @property
    def stdout(self):
        return self._stdout.getvalue() if self._stdout else ''

    @property
    def stderr(self):
        return self._stderr.getvalue() if self._stderr else ''

    def __str__(self):
        return self.stdout

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        sys.stdout.flush()
        sys.stderr.flush()

    __call__ = show


class capture_output:
    def __init__(self, stdout=True, stderr=True, display=True):
        self.stdout, self.stderr = stdout, stderr

    def __enter__(self):
        self._kept = sys.stdout, sys.stderr
        out = io.StringIO() if self.stdout else None
        err = io.StringIO() if self.stderr else None
        if out:
            sys.stdout = out
        if err:
            sys.stderr = err
        return CapturedIO(out, err)

    def __exit__(self, *exc):
        sys.stdout, sys.stderr = self._kept
