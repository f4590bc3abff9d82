"""Writes src/tensor/torch/signatures.def: which arguments PyTorch's own functions and methods take, asked of the original.

    tools/torch_signatures.py PERCH      (with Debian's /usr/bin/python3, python3-torch 1.13)

Overloads come from the TypeError that a function raises over an argument of no kind (the kinds and names as PyTorch prints them), what may be left out or be None from
the signatures that PyTorch ships for type checkers. Only names that PERCH has are kept, and only those whose every overload is understood.
"""
import ast
import os
import re
import subprocess
import sys
import warnings

import torch

warnings.simplefilter('ignore')
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STUBS = os.path.join(os.path.dirname(torch.__file__), '_C')
KINDS = {'Tensor': 'Tensor', '_int': 'int', '_bool': 'bool', 'bool': 'bool', '_float': 'float', 'Number': 'Number', 'Union[Number, _complex]': 'Number', '_size': 'tuple of ints',
         'str': 'str', '_dtype': 'torch.dtype', '_layout': 'torch.layout', 'Generator': 'torch.Generator', 'memory_format': 'torch.memory_format',
         'Sequence[Union[str, ellipsis, None]]': 'tuple of names', 'Union[str, ellipsis, None]': 'name', 'Union[_device, str, None]': 'torch.device', 'Device': 'torch.device',
         'Union[Tuple[Tensor, ...], List[Tensor]]': 'tuple of Tensors', 'Union[Tensor, Tuple[Tensor, ...], List[Tensor]]': 'tuple of Tensors', 'Union[_int, SymInt]': 'SymInt',
         'Sequence[Union[_int, SymInt]]': 'tuple of SymInts', 'Sequence[_float]': 'tuple of floats', 'int': 'int', 'Any': 'object'}
CONVERTING = 'bfloat16 bool byte char double float half int long short'.split()     # (their stubs leave the keyword out)
LEFT_TO_THEMSELVES = {'tensor', 'as_tensor', 'asarray', 'arange', 'range', 'to', 'type', 'new', 'set_', 'apply_', 'map_', 'map2_', 'nonzero', 'from_numpy',
                      'norm', 'split', 'stft', 'kl_div', 'unique', 'item', 'numpy', 'requires_grad_', 'dropout', 'tolist', 'cpu', 'cuda', 'empty', 'rand', 'randn'}
# What PyTorch's own Python asks, under names that a program does not call: perch's Python asks `fits` of them.
INNER = ['norm', 'max_pool1d', 'max_pool2d', 'max_pool3d', 'embedding', 'im2col', 'col2im', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool2d',
         'adaptive_max_pool3d', 'ctc_loss', 'unique_dim', 'empty', 'dropout', 'layer_norm', 'group_norm', 'batch_norm', 'instance_norm', 'cross_entropy_loss', 'nll_loss_nd', 'stft']
SCHEMA_KINDS = {'Tensor': 'Tensor', 'int': 'int', 'SymInt': 'SymInt', 'bool': 'bool', 'float': 'float', 'Scalar': 'Number', 'str': 'str', 'ScalarType': 'torch.dtype', 'Layout': 'torch.layout',
                'Device': 'torch.device', 'Generator': 'torch.Generator', 'MemoryFormat': 'torch.memory_format', 'Tensor[]': 'tuple of Tensors', 'int[]': 'tuple of ints',
                'SymInt[]': 'tuple of SymInts', 'float[]': 'tuple of floats', 'str[]': 'tuple of names'}
ARITHMETIC = {'add', 'sub', 'subtract', 'mul', 'multiply', 'div', 'divide', 'true_divide', 'floor_divide'}


class Odd:
    """An argument of no kind."""


def kind_of(annotation):
    text, none, alone, number = ast.unparse(annotation), False, False, False
    if text.startswith('Optional['):
        text, none = text[9:-1], True
    if text in ('Union[_int, _size]', 'Union[Union[_int, SymInt], Sequence[Union[_int, SymInt]]]'):
        text, alone = '_size', True
    if text.startswith('Union[Tensor, Number'):
        text, number = 'Tensor', True
    return KINDS.get(text), ('?' if none else '') + ('~' if alone else '') + ('#' if number else '')


def stubs(path, kind):
    """By name: overloads, each a list of (kind, name, marks, keyword only); the kind of one that is not understood is None."""
    tree = ast.parse(open(path).read())
    body = [f for c in tree.body if isinstance(c, ast.ClassDef) and c.name == '_TensorBase' for f in c.body] if kind == 'm' else tree.body
    found = {}
    for f in body:
        if not isinstance(f, ast.FunctionDef):
            continue
        a, rows = f.args, []
        named = list(zip(a.args, [None] * (len(a.args) - len(a.defaults)) + a.defaults, [False] * len(a.args)))[kind == 'm':]
        for p, default, keyword in named + list(zip(a.kwonlyargs, a.kw_defaults, [True] * len(a.kwonlyargs))):
            what, marks = kind_of(p.annotation) if p.annotation else (None, '')
            empty = default is not None and ast.unparse(default) == '()' and '?' not in marks # (which None stands for too)
            rows.append((what, p.arg.rstrip('_'), ('?' if empty else '') + marks + ('=' if default is not None else ''), keyword))
        if not a.vararg:
            found.setdefault(f.name, []).append(rows)
    return found


def schemas(name, kind):
    """The same of a name's schemas; what is written into an `out` is joined with what is not."""
    found = []
    for schema in torch._C._jit_get_schemas_for_operator('aten::' + name):
        text = re.sub(r'Tensor\(\w+!?\)', 'Tensor', str(schema)).split(' -> ')[0]
        rows, keyword = [], False
        for part in filter(None, re.split(r', (?![^\[]*\])', text[text.index('(') + 1:-1])):
            if part == '*':
                keyword = True
                continue
            what, each = part.rsplit(' ', 1)
            each, default = (each.split('=', 1) + [None])[:2]
            alone = re.search(r'\[\d+\]', what)
            none = what.endswith('?') or each == 'out' or default == '[]'
            rows.append((SCHEMA_KINDS.get(re.sub(r'\[\d+\]', '[]', what.rstrip('?'))), 'input' if each == 'self' else each,
                         ('?' if none else '') + ('~' if alone else '') + ('=' if default is not None or each == 'out' else ''), keyword))
        if any(each == 'layout' for _, each, *_ in rows): # (what makes tensors)
            rows += [('bool', 'requires_grad', '=', True)] + [('Tensor', 'out', '?=', True)] * (kind != 'm' and not name.endswith('like'))
        found.append(rows[1:] if kind == 'm' else rows)
    plain = [r for r in found if not any(re.fullmatch(r'out\d*', each) for _, each, *_ in r) or any(each == 'layout' for _, each, *_ in r)]
    for rows in found:
        out = [r for r in rows if r[1] == 'out']
        for into in plain:
            if out and [r[:2] for r in into] == [r[:2] for r in rows if r[1] != 'out']:
                into.append(out[0])
                break
    return plain


def printed(name, of):
    """The overloads that PyTorch prints (in place it may die of such an argument), as lists of (kind, name, keyword only), None: it has one; and whether it prints one although it has others."""
    for args in ((Odd(),), (Odd(), Odd()), (torch.ones(3), Odd()), ()) if callable(of) else ():
        try:
            of(*args)
        except TypeError as e:
            said = re.match(r'(\w+)\(\) received an invalid combination of arguments - got .*?, but expected (one of:\n.*|\(.*\))', str(e), re.S)
            if not said or said.group(1) != name:
                continue
            lines = [line[3:] for line in said.group(2).split('\n') if line.startswith(' * ')] or [said.group(2).split('\n')[0]]
            overloads = []
            for line in lines:
                rows, keyword = [], False
                for part in filter(None, line.strip()[1:-1].split(', ')):
                    keyword = keyword or part == '*'
                    if part != '*':
                        rows.append((*part.rsplit(' ', 1), keyword))
                overloads.append(rows)
            return overloads, said.group(2)[0] == '('
        except Exception:
            continue
    return None, False


def marked(rows, candidates):
    """An overload that was printed, with the marks of the one among the stubs that has its names; None: none has."""
    names = [name.replace('self', 'input') for _, name, _ in rows]
    best = None
    for stub in candidates:
        by_name = {name.replace('self', 'input'): (what, marks) for what, name, marks, _ in stub}
        if any(n not in by_name for n in names):
            continue
        same_order = [name.replace('self', 'input') for _, name, _, _ in stub] == names
        score = same_order * 1000 + (len(stub) == len(names)) * 100 + sum(what == by_name[n][0] for (what, _, _), n in zip(rows, names))
        if best is None or score > best[0]:
            best = score, [(what, name, by_name[n][1], keyword) for (what, name, keyword), n in zip(rows, names)]
    return best and best[1]


def takes(of, *args):
    try:
        of(*args)
    except TypeError:
        return False
    except Exception:
        return True
    return True


def with_numbers(kind, of, overloads):
    """Arithmetic takes a number where it wants a tensor: tried, and marked."""
    tensor, first = torch.ones(3), kind == 'f'
    for rows in overloads:
        for i, args in enumerate(((2, tensor), (tensor, 2)) if first else ((2,),)):
            if len(rows) > i and rows[i][0] == 'Tensor' and '#' not in rows[i][2] and not rows[i][3] and takes(of, *args):
                rows[i] = (*rows[i][:2], rows[i][2] + '#', rows[i][3])


def text(rows):
    out, starred = [], False
    for what, name, marks, keyword in rows:
        if keyword and not starred:
            out.append('*')
            starred = True
        out.append('%s %s%s' % (what, name, marks))
    return ', '.join(out)


def signatures(kind, name, of, stubs_of):
    """The row's text and whether others are not told; None: not understood."""
    if (name in LEFT_TO_THEMSELVES and kind != 'i') or name.startswith('_'):
        return None
    if kind == 'm' and name in CONVERTING:
        return '*, torch.memory_format memory_format?=', False
    overloads, alone = printed(name, of) if not (kind == 'i' and name.endswith('_')) else (None, False)
    if overloads is None:
        if len(stubs_of) != 1 or any(what is None for what, *_ in stubs_of[0]):
            return None
        rows = [[(what, 'input' if each == 'self' else each, marks, keyword) for what, each, marks, keyword in stubs_of[0]]]
    else:
        rows = [marked(each, stubs_of) for each in overloads]
        if any(r is None for r in rows):
            return None
    if name.rstrip('_') in ARITHMETIC:
        with_numbers(kind, of, rows)
    return '|'.join(text(r) for r in rows), alone


def main():
    ours = subprocess.run([sys.argv[1], '-c', 'import torch\nprint(*[n for n in torch.__dict__])\nprint(*dir(torch.Tensor))\nfor m in torch.special, torch.linalg, torch.nn.functional: print(*dir(m))'], capture_output=True, text=True, check=True).stdout.split('\n')
    lines = []
    for kind, names, owner, path in (('f', ours[0].split(), torch, '_VariableFunctions.pyi'), ('m', ours[1].split(), torch.ones(3), '__init__.pyi')):
        known = stubs(os.path.join(STUBS, path), kind)
        for name in sorted(set(names)):
            of = getattr(torch.Tensor if kind == 'm' else torch, name, None)
            if type(of).__name__ not in ('builtin_function_or_method', 'method_descriptor'):
                continue
            if kind == 'f' and not hasattr(torch._C._VariableFunctions, name): # (switches such as set_num_threads look at their arguments themselves)
                continue
            found = signatures(kind, name, getattr(owner, name), known[name]) if name in known else None
            found = found or signatures(kind, name, getattr(owner, name), schemas(name, kind))
            if found:
                lines.append('%s(%s, %s, "%s")' % ('SIGNATURE' if found[1] else 'SIGNATURES', 'METHOD' if kind == 'm' else 'FUNCTION', name, found[0]))
    for module, names in (('special', ours[2].split()), ('linalg', ours[3].split()), ('', ours[4].split()), (None, INNER)):
        for each in sorted(set(names)):
            name = (module + '_' if module else '') + each
            owner = {'special': torch.special, 'linalg': torch.linalg, '': torch.nn.functional, None: torch._C._VariableFunctions}[module]
            of = getattr(owner, each, None) or getattr(torch._C._nn, each, None) or each
            if module is not None and (type(of).__name__ != 'builtin_function_or_method' or any('(FUNCTION, %s,' % name in line for line in lines)):
                continue
            found = signatures('i' if module is None else 'f', name, of, schemas(name, 'f'))
            if found:
                lines.append('%s(%s, %s, "%s")' % ('SIGNATURE' if found[1] else 'SIGNATURES', 'INNER' if module is None else 'FUNCTION', name, found[0]))
    lines.sort(key=lambda line: [p.strip() for p in line.split('(', 1)[1].split(',')[:2]])
    with open(os.path.join(ROOT, 'src/tensor/torch/signatures.def'), 'w') as f:
        f.write('/* Long because it is a list. What PyTorch %s takes, made by tools/torch_signatures.py: SIGNATURES(what, name, overloads divided by |), sorted. After a parameter: = it may\n'
                ' * be left out, ? or be None, ~ an int alone is a tuple too, # numbers are tensors too. SIGNATURE: there are others, which are not told. */\n' % torch.__version__.split('+')[0])
        f.write('\n'.join(lines) + '\n')
    print(len(lines), 'names')


if __name__ == '__main__':
    main()
