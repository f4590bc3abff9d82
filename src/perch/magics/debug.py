"""%debug: look around after an error, or run a statement step by step."""
import _session


def _no_error():
    print('No traceback has been produced, nothing to debug.')


def post_mortem(exception):
    """The debugger on an exception: at the innermost frame of the program."""
    from pdb import Pdb
    debugger = Pdb()
    if exception.__traceback__ is None:
        return _no_error()
    debugger.interaction(None, exception.__traceback__)


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
    import pdb
    source = shell.transform_cell('\n'.join(each for each in (statement, cell) if each))
    debugger = pdb._debugger()
    if place:
        file, _, number = place.rpartition(':')
        import os
        debugger.breakpoints[debugger.next_number] = pdb.Breakpoint(debugger.next_number, os.path.abspath(file), int(number))
        debugger.next_number += 1
    pdb.run(compile(source, '<debugged cell>', 'exec'), shell.user_ns)


def run_file(source, path, names):
    """%run -d"""
    import pdb
    pdb.run(compile(source, path, 'exec'), names)
