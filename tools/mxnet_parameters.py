"""Writes src/tensor/mxnet/operators.def from MXNet itself: each operator's inputs and parameters, with the parameters' types, words and bounds.

    MXNET_PYTHON tools/mxnet_parameters.py NAME… > src/tensor/mxnet/operators.def

NAMEs are what the library registers (topk, _zeros). Types and words come from what it says of an operator; bounds, and whether an operator reads its parameters at all,
are found by making the operator with values that its parser refuses (no array is needed for that).
"""
import ctypes
import re
import sys

from mxnet.base import _LIB, OpHandle, c_str_array, check_call, mx_uint, py_str

TYPES = {'int': 'INT', 'long': 'LONG', 'int (non-negative)': 'UINT', 'long (non-negative)': 'ULONG', 'float': 'FLOAT', 'double': 'DOUBLE', 'real_t': 'FLOAT', 'boolean': 'BOOL', 'string': 'STRING',
         'Shape(tuple)': 'SHAPE', 'Shape or None': 'SHAPE_OR_NONE', 'int or None': 'INT_OR_NONE', 'float or None': 'FLOAT_OR_NONE', 'double or None': 'DOUBLE_OR_NONE',
         'boolean or None': 'BOOL_OR_NONE', 'tuple of <float>': 'FLOATS', 'tuple of <double>': 'FLOATS', 'tuple of <long>': 'LONGS', '': 'STRING'}
OPEN = 'SHAPE_OF_MAY_BE'


def info(name):
    """(the operator's own name, the name that says how many inputs there are, [(name, type)])."""
    handle, own, text, count = OpHandle(), ctypes.c_char_p(), ctypes.c_char_p(), mx_uint()
    lists = [ctypes.POINTER(ctypes.c_char_p)() for _ in range(3)]
    many, result = ctypes.c_char_p(), ctypes.c_char_p()
    check_call(_LIB.NNGetOpHandle(name.encode(), ctypes.byref(handle)))
    check_call(_LIB.MXSymbolGetAtomicSymbolInfo(handle, *(ctypes.byref(x) for x in (own, text, count, *lists, many, result))))
    return handle, py_str(own.value), py_str(many.value), [(py_str(lists[0][i]), py_str(lists[1][i])) for i in range(count.value)]


def refusal(handle, **given):
    """What the operator's parser says of these texts; None: it takes them."""
    made = ctypes.c_void_p()
    keys, values = c_str_array(list(given)), c_str_array(list(given.values()))
    if _LIB.MXSymbolCreateAtomicSymbol(handle, mx_uint(len(given)), keys, values, ctypes.byref(made)) == 0:
        return None
    return py_str(_LIB.MXGetLastError())


def bounds(handle, name, kind):
    """(low, high) as texts, '' where there is none."""
    found = ['', '']
    if kind in ('INT', 'UINT', 'LONG', 'ULONG', 'FLOAT', 'DOUBLE'):
        for value in ('-100000000', '2000000000') if kind[-3:] == 'INT' else ('-1e30', '1e30') if kind in ('FLOAT', 'DOUBLE') else ('-100000000000', '100000000000'):
            if name == 'num_outputs' and value[0] != '-':   # (so many would be made)
                continue
            said = refusal(handle, **{name: value}) or ''
            both = re.search(r'exceed bound \[(.*),(.*)\]', said)
            low, high = re.search(r'should be greater equal to (\S+)', said), re.search(r'should be smaller equal to (\S+)', said)
            found = [both.group(1), both.group(2)] if both else [low.group(1) if low else found[0], high.group(1) if high else found[1]]
    return found


def shape_bounds(handle, name):
    """(how many sizes a shape must have, 'nonzero' where none of them may be 0), '' where any may stand."""
    counted = re.search(r'expected dimension=(\d+)', refusal(handle, **{name: '(1,1,1,1,1,1,1,1,1)'}) or '')
    zeros = ','.join(['0'] * int(counted.group(1) if counted else 1))
    return counted.group(1) if counted else '', 'nonzero' if 'must be nonzero' in (refusal(handle, **{name: f'({zeros},)'}) or '') else ''


def kind_of(handle, name, said):
    """(the type's row, its words where it is one of some words)."""
    if said.startswith('{'):
        return ('WORD', said[said.index('{'):said.index('}') + 1])
    kind = TYPES[said.split(',')[0].strip()]
    if kind == 'SHAPE' and not (refusal(handle, **{name: '(None,)'}) or '').startswith('MXNetError: Invalid Parameter format'):
        kind = OPEN
    return kind, ''


def main():
    rows = []
    for name in dict.fromkeys(sys.argv[1:]):
        handle, own, many, arguments = info(name)
        inputs = [k for k, t in arguments if t.startswith(('NDArray', 'Symbol'))]
        starred = any(t.startswith(('NDArray', 'Symbol')) and t.endswith('[]') for _, t in arguments)
        said = refusal(handle, no_such_argument_='1')
        reads = '0' if said is None else 'READS | TELLS' if ', in operator ' in said else 'READS'
        rows.append('OPERATOR(%s, "%s", "%s", %s, "%s")' % (name, own, ' '.join(inputs), reads + (' | STARRED' if starred else ''), many))
        told = re.findall(r'^(\w+) : (.*)$', said or '', re.M)     # (some read other words than they say)
        for key, said in told or arguments:
            if key in inputs:
                continue
            kind, words = kind_of(handle, key, said)
            low, high = shape_bounds(handle, key) if kind.startswith('SHAPE') else bounds(handle, key, kind)
            rows.append('PARAM("%s", %s, %s, "%s", "%s", "%s")' % (key, kind, 'true' if said.endswith('required') else 'false', words, low, high))
    print('/* operators.def: the operators of MXNet 1.9.1 and the parameters that each reads; written by tools/mxnet_parameters.py.\n'
          ' *\n * OPERATOR(name, its own name, inputs, how it reads, what counts its inputs), then its parameters in order: PARAM(name, type, required, words, low, high).'
          '\n * A shape has no bounds: there low is how many sizes it must have, and high "nonzero" where none may be 0.'
          '\n *\n * Long because MXNet has as many operators. */')
    print('\n'.join(rows))


main()
