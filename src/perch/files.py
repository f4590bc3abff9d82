"""Files that are run in the session's namespace."""
import _session


def run_startup(path):
    """Run a startup file as cells' code is run: its names stay."""
    with open(path, encoding='utf-8') as f:
        source = f.read()
    namespace = _session.namespace()
    before = namespace.get('__file__', _session)
    namespace['__file__'] = path
    try:
        if path.endswith(('.ipy', '.ipynb')):
            source = _session.transform(source)
        _session.run(source, path)
    finally:
        if before is _session:
            namespace.pop('__file__', None)
        else:
            namespace['__file__'] = before
