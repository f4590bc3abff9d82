"""What would have worked, for what PyTorch's packages refuse: generators, pinned memory, checkpoints, names of devices, workers, DataParallel.

As in mending.py, each function takes a Case and gives (remarks, fix or None, what the fix costs).
"""
import re

import _tensor
from perch.mistakes.draw import nbytes, place
from perch.mistakes.line import Part, vars_of
from perch.mistakes.mending import NOTHING, bracketed, is_simple, journey, maker, receiver, replaced, whole_call, word_for
from perch.mistakes.names import network_names
from perch.words import say


def keyword_of(case, name):
    """The value of a keyword of the call that failed, or None."""
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or case.scope.code is None:
        return None
    return next((k.fields[1] for k in tree.fields[2] if k.fields[0] == name), None)


def default_on_gpu():
    """Are tensors that say no device made on a GPU?"""
    home = _tensor.home()
    return home.type == 'cuda' if home is not None else _tensor.is_made_on_gpu()


def generator(case):
    part = keyword_of(case, 'generator')
    own = vars_of(case.scope.value(part)) if part is not None else {}
    if part is None and default_on_gpu():
        return [say('default generator')], None, ''
    if 'device' not in own or not is_simple(part):
        return [say('loader generator')] if part is None else [], None, ''
    there = own['device'].type
    here = 'cpu' if there == 'cuda' else 'cuda'
    remark = say('generator', there=there, here=here)
    make = word_for(case, 'Generator', ('torch',))
    if make is None:
        return [remark], None, ''
    return [remark], replaced(case, [(part, f"{make}('{here}').manual_seed({case.line.source(part)}.initial_seed())")]), ''


def pinned(case):
    part = receiver(case)
    if part is not None and case.line.tree.fields[0].fields[1] == 'pin_memory':
        return [say('pinned')], case.line.source(part), ''
    if keyword_of(case, 'pin_memory') is not None:
        return [say('pinned')], replaced(case, [(keyword_of(case, 'pin_memory'), 'False')]), ''
    return [say('pinned'), say('loader pinned')], None, ''


def saved_elsewhere(case):
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or case.scope.code is None or keyword_of(case, 'map_location') is not None or len(tree.fields[1]) != 1:
        part = keyword_of(case, 'map_location')
        return [say('saved there')], replaced(case, [(part, "'cpu'" if not _tensor.gpu_count() else "'cuda:0'")]) if part is not None else None, ''
    return [say('saved there')], whole_call(case, "map_location='cpu'" if not _tensor.gpu_count() else "map_location='cuda:0'"), ''


DEVICE_WORD = re.compile(r'(?i)(gpu|cuda|cpu)(?:[:( ]?(\d+)\)?|[: ]?\w*)')


def device_name(case):
    """A word that looks like a device of another library, or like a mistyped one."""
    found = []

    def look(node):
        if type(node) is tuple:
            for item in node:
                look(item)
        elif isinstance(node, Part):
            value = case.scope.value(node) if node.kind in ('Constant', 'Name') else None
            word = DEVICE_WORD.fullmatch(value) if type(value) is str else None
            if word:
                found.append((node, in_words(case, word[1].lower(), word[2] or '')))
            look(node.fields)

    if case.line.tree is not None and case.scope.code is not None:
        look(case.line.tree)
    return [say('device names')], replaced(case, found) if len(found) == 1 and found[0][1] else None, ''


def in_words(case, kind, number):
    """A device as the program's library says it; None: it has no word for it."""
    if case.accent == 1:
        return repr('cpu' if kind == 'cpu' else f'cuda:{number}' if number else 'cuda')
    make = maker(case, 'cpu' if kind == 'cpu' else 'gpu')
    return make and f'{make}({number})'


def forked(case):
    """The data stay on the host: without the move, or made there."""
    tree = case.line.tree
    fix = None
    if tree is not None and tree.kind == 'Call':
        callee, wanted = tree.fields[0], keyword_of(case, 'device')
        if callee.kind == 'Attribute' and callee.fields[1] in ('cuda', 'to'):
            fix = replaced(case, [(tree, case.line.source(callee.fields[0]))])
        elif wanted is not None:
            fix = replaced(case, [(wanted, "'cpu'")])
    return [say('forked')], fix, ''


def first_of(part):
    """The first of device_ids as it is written: a number, or None."""
    items = part.fields[0] if part is not None and part.kind in ('List', 'Tuple') else ()
    return items[0].fields[0] if items and items[0].kind == 'Constant' and type(items[0].fields[0]) is int else None


def parallel(case):
    """DataParallel(model)(x) with the model elsewhere: the wrapper moves it; data_parallel(model, x): the model itself."""
    tree = case.line.tree
    if tree is None or tree.kind != 'Call' or case.scope.code is None:
        return NOTHING
    callee, args, _ = tree.fields
    named = callee.fields[-1 if callee.kind == 'Name' else 1] if callee.kind in ('Name', 'Attribute') else ''
    if named == 'data_parallel' and args:
        part, network = args[0], case.scope.value(args[0])
        given = args[2] if len(args) > 2 else keyword_of(case, 'device_ids')
        first = first_of(given) if given is not None else 0
    elif case.network:
        part, network = case.network
        first = (vars_of(network).get('device_ids') or [0])[0]
        if part.kind == 'Attribute' and part.fields[1] == 'forward':
            part = part.fields[0]
    else:
        return NOTHING
    if first is None:
        return NOTHING
    held = {}
    for _, t in network_names(network) or ():
        held[place(t)] = held.get(place(t), 0) + nbytes(t)
    goal = f'cuda:{first}'
    return [], replaced(case, [(part, f"{bracketed(case, part)}.to('{goal}')")]), journey([(n, where, goal) for where, n in held.items() if where != goal]) if held else ''


WAYS = {'P0113': parallel, 'P0114': generator, 'P0115': pinned, 'P0117': saved_elsewhere, 'P0118': device_name, 'P0119': forked}
