"""Writes src/tensor/mxnet/py/contrib/amp/lists/symbol_NAME.py from MXNet itself: which operators automatic mixed precision runs in which dtype.

    MXNET_PYTHON tools/mxnet_amp_lists.py fp16 > src/tensor/mxnet/py/contrib/amp/lists/symbol_fp16.py     (bf16 likewise)
"""
import sys
import textwrap

from mxnet.contrib.amp import lists



def main(kind):
    module = getattr(lists, 'symbol_' + kind)
    print(f'"""Operators under automatic mixed precision, {kind}: the lists of MXNet 1.9.1. Made by tools/mxnet_amp_lists.py; not edited."""')
    for name in sorted(each for each in dir(module) if each.isupper()):
        value = getattr(module, name)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            text = textwrap.fill(' '.join(value), 180, break_on_hyphens=False, break_long_words=False)
            print(f'{name} = """\n{text}\n""".split()')
        else:
            print(f'{name} = {value!r}')


main(sys.argv[1])
