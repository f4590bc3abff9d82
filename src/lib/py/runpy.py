"""Running modules and files as programs."""
import sys

__all__ = ['run_module', 'run_path']


def _namespace(init_globals, name, file, package=None):
    ns = dict(init_globals or {})
    ns.update(__name__=name, __file__=file, __cached__=None, __doc__=None, __loader__=None, __package__=package, __spec__=None)
    return ns


def _run(path, ns):
    with open(path, 'rb') as file:
        code = compile(file.read(), path, 'exec')
    name = ns['__name__']
    held, held_argv = sys.modules.get(name), sys.argv[:1]
    module = type(sys)(name)
    module.__dict__.update(ns)
    sys.modules[name] = module
    sys.argv[:1] = [path]
    try:
        exec(code, module.__dict__)
        return module.__dict__.copy()
    finally:
        sys.argv[:1] = held_argv
        if held is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = held


def run_path(path_name, init_globals=None, run_name=None):
    """Run a file (or the __main__.py of a folder); its globals."""
    import os
    path = os.fspath(path_name)
    if os.path.isdir(path):
        path = os.path.join(path, '__main__.py')
    return _run(path, _namespace(init_globals, run_name or '<run_path>', path, ''))


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run a module found along sys.path; its globals."""
    from importlib.util import find_spec
    spec = find_spec(mod_name)
    if spec is not None and spec.submodule_search_locations is not None:
        mod_name += '.__main__'
        spec = find_spec(mod_name)
    if spec is None or not spec.has_location:
        raise ImportError('No module named %s' % mod_name)
    return _run(spec.origin, _namespace(init_globals, run_name or mod_name, spec.origin, mod_name.rpartition('.')[0]))
