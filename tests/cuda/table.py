"""Which ops have a kernel for cards, from the tables themselves: src/core/ops.def, dtypes.def and src/cuda/kernels.def."""
import os
import re

from harness import ROOT

# What the libraries give to the CPU alone: on a card an optimizer's step is plain operations.
HOST_ONLY = {'optimizer_step'}
KINDS = {'B': 'BOOLS', 'U': 'INTEGERS', 'I': 'INTEGERS', 'F': 'FLOATS', 'C': 'COMPLEX'}


def text(*path):
    with open(os.path.join(ROOT, 'src', *path), encoding='utf-8') as file:
        return file.read()


def rows():
    """{op: its kernel}, as they stand in ops.def."""
    found = {name: row.split(',')[5].strip() for name, row in re.findall(r'^OP\((\w+),(.*?)"', text('core', 'ops.def'), re.M)}
    assert len(found) > 200, found
    return found


def kernels():
    """{kernel: (KERNEL or PLANNED, {kinds of dtypes})}"""
    found = {}
    for word, name, dtypes in re.findall(r'^(KERNEL|PLANNED)\((\w+), ([\w |]+)\)', text('cuda', 'kernels.def'), re.M):
        found[name] = word, {kind for part in dtypes.split(' | ') for kind in (('BOOLS', 'INTEGERS', 'FLOATS') if part == 'ALL' else (part,))}
    return found


def dtypes():
    """{dtype: BOOLS, INTEGERS, FLOATS or COMPLEX}"""
    return {name: KINDS[kind] for name, kind in re.findall(r"^DTYPE\(\w+,\s*\"(\w+)\",.*'(\w)'\)", text('core', 'dtypes.def'), re.M)}


def names_without_kernel():
    there = kernels()
    return [name for name, kernel in rows().items() if kernel not in there and name not in HOST_ONLY]
