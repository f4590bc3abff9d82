#!/usr/bin/env python3
"""Which operators MXNet 1.9.1 registers, as rows for mx.sym: MXNET_PYTHON=… tools/mxnet_operators.py > src/tensor/mxnet/py/symbol/rows.py.

A row: the operator's names (the registered one first), `|`, its inputs (`data*`: any number, counted in the parameter behind `@`), `|`, its parameters (`name:type`: required).
"""
import os
import subprocess
import sys

LEFT_OUT = ('_np', '_backward', '_contrib_backward', '_contrib_dgl', '_contrib_hawkes', '_sparse_', '_CachedOp', '_CustomFunction', '_NDArray', '_Native')
ASKED = r'''
import ctypes, sys
from mxnet.base import _LIB, check_call, py_str

def strings(count, found):
    return [py_str(found[i]) for i in range(count.value)]

def described(name):
    handle, kept = ctypes.c_void_p(), [ctypes.c_char_p(), ctypes.c_char_p(), ctypes.c_uint(), *(ctypes.POINTER(ctypes.c_char_p)() for _ in range(3)), ctypes.c_char_p(), ctypes.c_char_p()]
    check_call(_LIB.NNGetOpHandle(name.encode(), ctypes.byref(handle)))
    check_call(_LIB.MXSymbolGetAtomicSymbolInfo(handle, *map(ctypes.byref, kept)))
    return py_str(kept[0].value), strings(kept[2], kept[3]), strings(kept[2], kept[4]), py_str(kept[6].value)

count, names = ctypes.c_uint(), ctypes.POINTER(ctypes.c_char_p)()
check_call(_LIB.MXListAllOpNames(ctypes.byref(count), ctypes.byref(names)))
ops = {}
for name in sorted(strings(count, names)):
    if not name.startswith(%r) or name in ('_np_cumsum', '_sparse_retain'):
        own, arguments, types, counted = described(name)
        ops.setdefault(own, ([], arguments, types, counted))[0].append(name)
for own, (known, arguments, types, counted) in sorted(ops.items()):
    inputs, params = [], []
    for name, kind in zip(arguments, types):
        if 'Symbol' in kind or kind.startswith('NDArray'):
            inputs.append(name + '*' * kind.endswith('[]'))
        elif name != counted:
            params.append(name + (':' + kind.split(', required')[0].split(',')[0].replace(' ', '_') if kind.endswith('required') and not kind.startswith('{') else ''))
    print(*dict.fromkeys([own, *known]), '|', *inputs, *(['@' + counted] if counted else []), '|', *params)
''' % (LEFT_OUT,)

print('"""MXNet\'s operators: names | inputs | parameters (`name:type`: required). Made by tools/mxnet_operators.py from MXNet 1.9.1; not edited."""\nROWS = """\\')
print(subprocess.run([os.environ.get('MXNET_PYTHON', sys.executable), '-c', ASKED], stdout=subprocess.PIPE, check=True, text=True).stdout, end='')
print('"""')
