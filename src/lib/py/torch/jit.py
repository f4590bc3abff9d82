"""torch.jit: scripts and traces are the functions and modules themselves; perch runs them as they are."""


class ScriptModule:
    """What a scripted network is an instance of: none is here, isinstance() says so."""


ScriptFunction = RecursiveScriptModule = ScriptModule


def script(obj, *args, **kwargs):
    return obj


def trace(func, example_inputs=None, *args, **kwargs):
    return func


def script_if_tracing(fn):
    return fn


def ignore(fn=None, **kwargs):
    return fn if fn is not None else lambda f: f


export = unused = ignore


def is_scripting():
    return False


is_tracing = is_scripting


def save(m, f):
    import torch
    torch.save(m, f)


def load(f, map_location=None):
    import torch
    return torch.load(f, map_location)
