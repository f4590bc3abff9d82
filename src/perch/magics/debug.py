"""%debug: look around after an error, or run a statement step by step."""
import _session


def _no_error():
    print('No traceback has been produced, nothing to debug.')


def post_mortem(exception):
    """The debugger on an exception: at the innermost frame of the program."""
    if exception.__traceback__ is None:
        return _no_error()
    import pdb
    pdb.post_mortem(exception.__traceback__)


def _run(source, name, names, place=None):
    """Run a text step by step; place, FILE:LINE, has a breakpoint."""
    import linecache
    from IPython.core.debugger import Pdb
    debugger = Pdb()
    if place:
        import os
        file, _, number = place.rpartition(':')
        wrong = debugger.set_break(os.path.abspath(file), int(number))
        if wrong:
            return debugger.error(wrong)
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    debugger.run(compile(source, name, 'exec'), names)


def magic_debug(shell, line, cell=None):
    """Look at the last error: frames, variables, where tensors live; %debug STATEMENT (and %%debug) runs one step by step.

    -b FILE:LINE: with a breakpoint there. `h` lists the commands."""
    from perch.magics.options import parse
    given, statement = parse(line, 'b:', ('breakpoint=',), rest=True)
    place = given.get('b') or given.get('breakpoint')
    if not statement and not cell and not place:
        exception = _session.last_exception()
        if exception is None:
            return _no_error()
        return post_mortem(exception)
    _run(shell.transform_cell('\n'.join(each for each in (statement, cell) if each)), '<debugged cell>', shell.user_ns, place)


def run_file(source, path, names):
    """%run -d"""
    _run(source, path, names)
