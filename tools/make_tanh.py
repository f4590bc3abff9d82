"""Writes src/core/cpu/tanh_tables.inc out of NumPy 1.24.2's data.

    /usr/bin/python3 tools/make_tanh.py

NumPy's tanh is a polynomial of an interval's own: the tables lie in its module, number k of all intervals after number k - 1 of all; here a row is an interval.
They are found by the middles of the first intervals, with which they begin.
"""
import os
import struct
import sys

import numpy.core._multiarray_umath as umath

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def table(data, letter, intervals, numbers, first):
    """An interval's middle and its polynomial's numbers from the constant on, a row an interval."""
    start = data.find(struct.pack(f'<3{letter}', *first))
    if start < 0:
        sys.exit('this NumPy has other tables')
    flat = struct.unpack_from(f'<{intervals * numbers}{letter}', data, start)
    return [flat[i::intervals] for i in range(intervals)]


def main():
    with open(umath.__file__, 'rb') as f:
        data = f.read()
    with open(os.path.join(ROOT, 'src/core/cpu/tanh_tables.inc'), 'w') as f:
        f.write('/* tanh_tables.inc: made by tools/make_tanh.py out of NumPy 1.24.2\'s data: do not edit. The bits of an interval\'s middle and of its polynomial, from the constant on. */\n/* clang-format off */\n')
        for name, kind, letter, intervals, numbers, first in (
                ('tanh_double', 'uint64_t', 'd', 16, 18, (0.0, 0.21875, 0.3125)),
                ('tanh_float', 'uint32_t', 'f', 32, 8, (0.0, 0.05859375, 0.0703125))):
            rows = table(data, letter, intervals, numbers, first)
            bits = {'d': 'Q', 'f': 'I'}[letter]
            f.write(f'static const {kind} {name}_bits[{intervals}][{numbers}] = {{\n')
            for row in rows:
                f.write('  {' + ', '.join(hex(struct.unpack(f'<{bits}', struct.pack(f'<{letter}', v))[0]) for v in row) + '},\n')
            f.write('};\n')
        f.write('/* clang-format on */\n')


if __name__ == '__main__':
    main()
