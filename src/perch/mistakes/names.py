"""Finding the name of a tensor: a walk from the program's names through lists, dicts, objects and networks."""
import _tensor
import sys

from perch.mistakes.line import is_a, is_module, is_tensor, vars_of

LIMIT = 20000           # objects looked at in one walk


def parameter_copies(value):
    """The tensors of a Gluon Parameter, one a context; None: it is no such thing."""
    own = vars_of(value)
    if '_data' not in own or not ('grad_req' in own or '_grad_req' in own):
        return None
    data = own['_data']
    if isinstance(data, dict):
        data = list(data.values())
    return [t for t in data if is_tensor(t)] if isinstance(data, (list, tuple)) else [data] if is_tensor(data) else []


def parameter_name(value):
    own = vars_of(value)
    name = own.get('name', own.get('_name'))
    return name if isinstance(name, str) else None


def is_network(value):
    own = vars_of(value)
    return '_parameters' in own and '_modules' in own or '_children' in own and ('_reg_params' in own or '_params' in own)


def joined(base, attribute):
    return f'{base}.{attribute}' if base else attribute


def indexed(base, key):
    try:
        return f'{base}[{key!r}]' if is_a(key, (str, int, tuple)) else f'{base}[…]'
    except Exception:                   # its __repr__ is the program's
        return f'{base}[…]'


def children(text, value, most=1000):
    """(text, value) of what hangs directly on a value, but for numbers and the like; texts read as Python where they can."""
    if is_a(value, dict):
        return [(indexed(text, k), v) for k, v in list(dict.items(value))[:most] if not is_a(v, SKIP)]
    if is_a(value, (list, tuple)):
        return [(indexed(text, i), v) for i, v in enumerate(list.__iter__(value) if is_a(value, list) else tuple.__iter__(value)) if i < most and not is_a(v, SKIP)]
    if is_partial(value):
        return [(f'{text}.func', value.func)] + children(f'{text}.args', value.args) + children(f'{text}.keywords', value.keywords)
    found = []
    own = vars_of(value)
    for name, item in list(own.items())[:1000]:
        if name in ('_parameters', '_buffers', '_reg_params') and isinstance(item, dict):
            found += [(joined(text, k), v) for k, v in item.items()]
        elif name in ('_modules', '_children') and isinstance(item, dict):
            found += [(f'{text}[{k}]' if str(k).isdigit() else joined(text, k), v) for k, v in item.items()]
        elif isinstance(name, str):
            found.append((joined(text, name), item))
    return found


def is_partial(value):
    """Is it a functools.partial, which holds arguments?"""
    functools = sys.modules.get('functools')
    return functools is not None and type(value) is functools.partial


SKIP = (int, float, str, bytes, bool, type, type(None), type(children), type(len))


def walk(roots, see):
    """Breadth first from [(text, value)]; see(text, value) of each tensor and Gluon parameter's copy; stops when it returns True."""
    seen, queue, at = set(), list(roots), 0
    while at < len(queue) and at < LIMIT:
        text, value = queue[at]
        at += 1
        if is_a(value, SKIP) or is_module(value) or id(value) in seen:
            continue
        seen.add(id(value))
        if is_tensor(value):
            if see(text, value):
                return
            gradient = _tensor.grad(value) if not _tensor.is_array(value) else None
            if gradient is not None and see(f'{text}.grad', gradient):
                return
            continue
        copies = parameter_copies(value)
        if copies is not None:
            name = parameter_name(value) or text
            for copy in copies:
                if see(name, copy):
                    return
            continue
        queue += children(text, value)


def network_names(network):
    """[(name, tensor)] of a network's parameters and buffers, named as its library names them: fc.weight, dense0_weight."""
    found = []

    def visit(prefix, block, depth):
        own = vars_of(block)
        for store in ('_parameters', '_buffers', '_reg_params'):
            for key, value in (own.get(store) or {}).items() if isinstance(own.get(store), dict) else ():
                copies = parameter_copies(value)
                if copies is not None:
                    found.extend((parameter_name(value) or joined(prefix, key), copy) for copy in copies)
                elif is_tensor(value):
                    found.append((joined(prefix, key), value))
        for store in ('_modules', '_children'):
            group = own.get(store)
            if isinstance(group, dict) and depth < 40:
                for key, value in group.items():
                    visit(joined(prefix, str(key)), value, depth + 1)

    if is_network(network):
        visit('', network, 0)
    return found


def find(target, roots):
    """The text of the first way to a tensor, or None."""
    found = []

    def see(text, value):
        if value is target:
            found.append(text)
            return True

    walk(roots, see)
    return found[0] if found else None


def program_roots(frame):
    """The names of a frame, then of the ones that called it, then global ones."""
    roots, seen = [], set()
    while frame is not None:
        if not _tensor.is_library(frame.f_code):
            for names in (frame.f_locals, frame.f_globals):
                if id(names) not in seen:
                    seen.add(id(names))
                    roots += [(k, v) for k, v in names.items() if not k.startswith('__')]
        frame = frame.f_back
    return roots
