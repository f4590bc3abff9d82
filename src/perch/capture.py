"""What a block prints and shows, kept: with capture_output() as c: …; c.stdout, c.stderr, c.outputs, c.show()."""
import sys

from perch.display import _session, publish


class RichOutput:
    """A value that was displayed: .data by format, .metadata; display() shows it."""

    def __init__(self, data=None, metadata=None, transient=None, update=False):
        self.data, self.metadata, self.transient, self.update = data or {}, metadata or {}, transient or {}, update

    def display(self):
        publish(self.data, self.metadata)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.data, self.metadata

    def __repr__(self):
        return '<IPython.utils.capture.RichOutput at 0x%x>' % id(self)


class CapturedIO:
    """What was printed and shown meanwhile; show() does it again."""

    def __init__(self, stdout, stderr, outputs=None):
        self._stdout, self._stderr, self.outputs = stdout, stderr, [] if outputs is None else outputs

    def __str__(self):
        return self.stdout

    @property
    def stdout(self):
        return self._stdout.getvalue() if self._stdout else ''

    @property
    def stderr(self):
        return self._stderr.getvalue() if self._stderr else ''

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        for each in self.outputs:
            each.display()

    __call__ = show


def _whole(data, metadata):
    """What goes to the front, as programs have it (perch.display.wire, backwards)."""
    import json
    return RichOutput({kind: json.loads(each[0]) if isinstance(each, tuple) else each for kind, each in data.items()}, json.loads(metadata) if metadata else {})


class capture_output:
    """with capture_output() as c: …"""

    def __init__(self, stdout=True, stderr=True, display=True):
        self.stdout, self.stderr, self.display = stdout, stderr, display and _session is not None

    def __enter__(self):
        import io
        self._before = sys.stdout, sys.stderr, self.display and _session.display
        out, err, shown = io.StringIO() if self.stdout else None, io.StringIO() if self.stderr else None, []
        if out is not None:
            sys.stdout = out
        if err is not None:
            sys.stderr = err
        if self.display:
            def keep(data, metadata=None, id=None, update=False):
                shown.append(_whole(data, metadata))
            _session.display = keep
        return CapturedIO(out, err, shown)

    def __exit__(self, *error):
        sys.stdout, sys.stderr = self._before[:2]
        if self.display:
            _session.display = self._before[2]
