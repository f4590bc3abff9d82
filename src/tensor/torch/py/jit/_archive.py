"""Files of torch.jit, as PyTorch writes and reads them: a zip of the modules' code (code/__torch__/….py), their values (data.pkl, data/N) and the tensors that code calls CONSTANTS."""
import ast
import io
import os
import pickle
import zipfile

import _tensor
import torch
from torch.serialization import _open, _opened, _Pickler, _record, _Unpickler, _Word
from ._ir import walked
from ._script import RecursiveScriptModule, ScriptFunction, TracedModule
from ._text import Constants
from ._types import ClassType


class _Kept:
    """A module as the file has it: the name of its type, its attributes."""

    def __init__(self, name, values):
        self.name, self.values = name, values


class _Writer(_Pickler):
    def save(self, obj, save_persistent_id=True):
        if isinstance(obj, _Kept):
            space, _, name = obj.name.rpartition('.')
            super().save(_Word(space, name))
            self.write(pickle.EMPTY_TUPLE + pickle.NEWOBJ + pickle.EMPTY_DICT + pickle.MARK)
            for each, value in obj.values.items():          # (PyTorch's reader has no opcode for one item)
                self.save(each)
                self.save(value)
            self.write(pickle.SETITEMS + pickle.BUILD)
        elif isinstance(obj, torch.nn.Parameter):
            if id(obj) in self.memo:
                pickle._Pickler.save(self, obj)
            else:
                self._call(obj, _Word('torch._utils', '_rebuild_tensor_v2'), self._tensor_args(obj, obj.requires_grad))
        elif type(obj) is list and obj and not isinstance(obj[0], (str, list, tuple, dict)):
            word = 'build_tensorlist' if isinstance(obj[0], torch.Tensor) else 'build_boollist' if isinstance(obj[0], bool) else 'build_doublelist' if isinstance(obj[0], float) else 'build_intlist'
            super().save(_Word('torch.jit._pickle', word))
            self.write(pickle.MARK)
            pickle._Pickler.save(self, obj)
            self.write(pickle.TUPLE + pickle.REDUCE)
        else:
            super().save(obj, save_persistent_id)


# ---- code ----
class _Code:
    """The code of all types and functions that a module needs, by files."""

    def __init__(self):
        self.files, self.constants, self.seen = {}, Constants(), set()

    def put(self, name, text):
        space = name.rpartition('.')[0]
        self.files.setdefault(space.replace('.', '/'), []).append(text)

    def module(self, module):
        name = str(module._type)
        if name in self.seen:
            return
        self.seen.add(name)
        for child in module._modules.values():
            if isinstance(child, RecursiveScriptModule):
                self.module(child)
        lines = ['class %s(Module):' % name.rpartition('.')[2], '  __parameters__ = [%s]' % ''.join('"%s", ' % each for each, value in module._parameters.items() if each in module._type.attributes),
                 '  __buffers__ = [%s]' % ''.join('"%s", ' % each for each in module._buffers if each in module._type.attributes)]
        for each, kind in module._type.attributes.items():
            lines.append('  %s : %s' % (each, kind.annotation_str) if each.isidentifier() else '  __annotations__["%s"] = %s' % (each, kind.annotation_str))
        methods = []
        for method in module._methods.values():
            self.functions(method.graph.block)
            methods.append(method.code(self.constants, 1, name))
        self.put(name, '\n'.join(lines) + '\n' + ''.join(methods))

    def functions(self, block):
        for node in walked(block):
            if node.kind_of == 'prim::Constant' and isinstance(node.facts.get('value'), ScriptFunction):
                self.function(node.facts['value'])

    def function(self, function):
        name = function.qualified_name
        if name not in self.seen:
            self.seen.add(name)
            self.functions(function._method.graph.block)
            self.put(name, function._method.code(self.constants))


def compiled(thing):
    """Is all of it graphs of known operators? The Python object is written where not, which a trace has not."""
    missing = _uncompiled(thing)
    if missing and any(isinstance(each, TracedModule) for each in (thing.modules() if isinstance(thing, RecursiveScriptModule) else ())):
        raise NotImplementedError('torch.jit.save: %s has no operator that perch knows, so that no file can hold the trace' % missing)
    return not missing


def _uncompiled(thing):
    if isinstance(thing, ScriptFunction):
        return thing._absent or (thing.name if thing._method is None else _unknown(thing._method.graph))
    for module in thing.modules():
        if not isinstance(module, RecursiveScriptModule):
            return type(module).__name__
        if 'forward' not in module._methods and module.__dict__.get('_uncompiled'):
            return module._uncompiled
        for method in module._methods.values():
            found = _unknown(method.graph)
            if found:
                return found
    return None


def _unknown(graph):
    if graph.absent:
        return graph.absent
    for node in walked(graph.block):
        held = node.facts.get('value')
        if isinstance(held, ScriptFunction):
            found = _uncompiled(held)
            if found:
                return found
        if node.kind_of.startswith('perch::'):
            raise RuntimeError("\nCould not export Python function call '%s'. Remove calls to Python functions before export. Did you forget to add @script or @script_method annotation? If this is a nn.ModuleList, add it to "
                               '__constants__' % node.kind_of[7:])
    return None


def _values(module):
    values = {}
    for name in module._type.attributes:
        if name in module._modules:
            values[name] = _Kept(str(module._modules[name]._type), _values(module._modules[name]))
        elif name == '_is_full_backward_hook':
            values[name] = None
        else:
            values[name] = getattr(module, name)
    return values


def write(thing, f, extra=None):
    if isinstance(thing, ScriptFunction):
        thing = _placeholder(thing)
    code = _Code()
    code.module(thing)
    file, opened = _open(f, 'wb')
    name = os.path.splitext(os.path.basename(f))[0] if isinstance(f, (str, os.PathLike)) else 'archive'
    try:
        with zipfile.ZipFile(file, 'w', zipfile.ZIP_STORED) as archive:
            _pickled(archive, name, 'data', _Kept(str(thing._type), _values(thing)))
            for place, parts in code.files.items():
                archive.writestr('%s/code/%s.py' % (name, place), ''.join(parts))
            _pickled(archive, name, 'constants', tuple(code.constants.held))
            for word, text in (extra or {}).items():
                archive.writestr('%s/extra/%s' % (name, word), text if isinstance(text, bytes) else text.encode())
            archive.writestr(name + '/version', '3\n')
    finally:
        if opened:
            file.close()


def _pickled(archive, name, part, thing):
    text, records = io.BytesIO(), []
    _Writer(text, records).dump(thing)
    archive.writestr('%s/%s.pkl' % (name, part), text.getvalue())
    for key, tensor in records:
        archive.writestr('%s/%s/%s' % (name, part, key), _tensor.bytes(tensor))


def _placeholder(function):
    """A function alone is written as a module's forward."""
    from ._ir import Graph, copy_block
    from ._methods import Method
    from ._types import BOOL
    method = function._says('save')
    made = RecursiveScriptModule.__new__(RecursiveScriptModule)
    type_ = ClassType('__torch__.PlaceholderModule')
    type_.attributes = {'training': BOOL}
    made._set(_class('PlaceholderModule')(), {}, type_)
    graph = Graph()
    graph.absent = method.graph.absent
    graph.block.takes(type_, 'self')
    copy_block(method.graph.block, graph.block, {})
    made._methods['forward'] = Method('forward', graph, True, {}, [('self', type_, None), *((name, kind, None) for name, kind, _ in method.arguments)], method.returns)
    return made


_classes = {}


def _class(name):
    """A class for a loaded module, which is called as the one it was."""
    if name not in _classes:
        _classes[name] = type(name, (torch.nn.Module,), {'__module__': '__torch__'})
    return _classes[name]


# ---- reading ----
class _Reader(_Unpickler):
    def find_class(self, module, name):
        if module.startswith('__torch__'):
            return type(name, (_Read,), {'name': module + '.' + name})
        if module == 'torch.jit._pickle':
            return {'build_intlist': list, 'build_doublelist': list, 'build_boollist': list, 'build_tensorlist': list, 'restore_type_tag': lambda value, tag: value}[name]
        if module == 'torch' and name == 'device':
            return torch.device
        return super().find_class(module, name)

    def persistent_load(self, saved):
        key = saved[2]
        if key not in self.storages and self.part != 'data':
            held = self.archive
            self.archive = _Renamed(held, self.name, self.part)
            try:
                return super().persistent_load(saved)
            finally:
                self.archive = held
        return super().persistent_load(saved)


class _Renamed:
    """An archive whose data lie under another name."""

    def __init__(self, archive, name, part):
        self.archive, self.name, self.part = archive, name, part

    def read(self, name):
        return self.archive.read(name.replace('%s/data/' % self.name, '%s/%s/' % (self.name, self.part), 1))


class _Read:
    def __setstate__(self, state):
        self.values = state


def _unpickled(archive, name, part, map_location):
    reader = _Reader(io.BytesIO(_record(archive, '%s/%s.pkl' % (name, part))), archive, name, map_location, False)
    reader.part = part
    return reader.load()


class Sources:
    """The code of a file: its classes and functions as trees, by their names."""

    def __init__(self, archive, name, constants):
        self.constants, self.trees, self.types, self.functions = constants, {}, {}, {}
        head = name + '/code/'
        for each in archive.namelist():
            if each.startswith(head) and each.endswith('.py'):
                space = each[len(head):-3].replace('/', '.')
                for tree in ast.parse(archive.read(each).decode()).body:
                    if isinstance(tree, (ast.ClassDef, ast.FunctionDef)):
                        self.trees['%s.%s' % (space, tree.name)] = tree

    def type(self, name):
        if name not in self.types:
            from ._reading import kind_of
            made = self.types[name] = ClassType(name)
            made.constants, made.methods, made.held = {}, {}, {'__parameters__': (), '__buffers__': ()}
            for each in self.trees[name].body:
                if isinstance(each, ast.AnnAssign):
                    if each.value is not None:
                        made.constants[each.target.id] = ast.literal_eval(each.value)
                    else:
                        made.attributes[each.target.id] = kind_of(each.annotation, self)
                elif isinstance(each, ast.FunctionDef):
                    made.methods[each.name] = each
                elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Subscript):
                    made.attributes[each.targets[0].slice.value] = kind_of(each.value, self)
                elif isinstance(each, ast.Assign):
                    made.held[each.targets[0].id] = tuple(ast.literal_eval(each.value))
        return self.types[name]

    def function(self, name):
        if name not in self.functions:
            from ._reading import read_function
            read_function(self, name)
        return self.functions[name]


def _module(read, sources):
    from ._reading import read_method
    type_ = sources.type(read.name)
    children = {name: _module(value, sources) for name, value in read.values.items() if isinstance(value, _Read)}
    atoms = [atom for atom in read.name.split('.') if not atom.startswith('___torch_mangle_')]
    plain = _class(atoms[-1])()
    for name, value in read.values.items():
        if name in children or name == '_is_full_backward_hook':
            continue
        if isinstance(value, torch.Tensor) and name in type_.held['__parameters__']:
            plain._parameters[name] = value             # (a plain tensor, as PyTorch's)
        elif isinstance(value, torch.Tensor) and name in type_.held['__buffers__']:
            plain._buffers[name] = value
        elif name in type_.held['__parameters__'] and value is None:
            plain._parameters[name] = None
        elif name == 'training':
            plain.training = value
        else:
            plain.__dict__[name] = value
    plain.__dict__.update(type_.constants)
    plain._modules.update(dict.fromkeys(children))
    made = RecursiveScriptModule.__new__(RecursiveScriptModule)
    made._set(plain, children, type_)
    made.__dict__['_sources'] = sources
    for name, tree in type_.methods.items():
        made._methods[name] = None
    for name, tree in type_.methods.items():
        if made._methods[name] is None:
            read_method(made, name)
    return made


def read(f, map_location, extra):
    file, opened = _open(f, 'rb')
    try:
        archive = _opened(file)
        with archive:
            name = archive.namelist()[0].partition('/')[0]
            constants = _unpickled(archive, name, 'constants', map_location)
            made = _module(_unpickled(archive, name, 'data', map_location), Sources(archive, name, constants))
            for word in extra or ():
                extra[word] = archive.read('%s/extra/%s' % (name, word)) if '%s/extra/%s' % (name, word) in archive.namelist() else b''
            return made
    finally:
        if opened:
            file.close()


