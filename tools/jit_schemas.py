"""Writes the rows of src/tensor/torch/py/jit/_schemas.py: the forms of PyTorch's operators as its graphs know them, asked of the original.

    tools/jit_schemas.py [NAME[.FORM]…]      (with Debian's /usr/bin/python3, python3-torch 1.13; NAMEs: operators that the table is to have besides)

What aliases what is left out, layout, device and pin_memory behind one another are ~, and operators of one signature share a row.
"""
import os
import re
import sys
import textwrap

import torch

TABLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'src', 'tensor', 'torch', 'py', 'jit', '_schemas.py')
OPTIONS = 'Layout? layout=None, Device? device=None, bool? pin_memory=None'
WIDE = 196


def signature(full):
    """'Tensor self, int dim=0 -> Tensor[]' of the form, a Tensor that it gives alone left out; None: PyTorch 1.13 has it not."""
    name, _, form = full.partition('.')
    for schema in torch._C._jit_get_schemas_for_operator('aten::' + name):
        if schema.overload_name != form:
            continue
        text = re.sub(r'\([a-z|]+!?(?: -> [a-z|*]+)?\)', '', str(schema))
        given, gives = re.fullmatch(r'[^(]*\((.*?)\) -> (.*)', text.replace('SymInt', 'int')).groups()
        return given.replace(OPTIONS, '~') + ('' if gives == 'Tensor' else ' -> ' + re.sub(r'(\w[\w?\[\]]*) \w+|\(str, Tensor\)', r'\1', gives))
    return None


def main():
    text = open(TABLE, encoding='utf-8').read()
    head, _, rest = text.partition("ROWS = '''")
    body, _, tail = rest.partition("'''")
    rows = {}
    for name in sorted({*sys.argv[1:], *(name for row in body.splitlines() for name in row.partition(': ')[0].split())}):
        said = signature(name)
        if said is None:
            sys.exit(f'PyTorch {torch.__version__} has no {name}')
        rows.setdefault(said, []).append(name)
    lines = [f'{line}: {said}' for said, names in rows.items() for line in textwrap.wrap(' '.join(names), WIDE, break_long_words=False, break_on_hyphens=False)]
    with open(TABLE, 'w', encoding='utf-8') as f:
        f.write(head + "ROWS = '''" + '\n'.join(lines) + "'''" + tail)


main()
