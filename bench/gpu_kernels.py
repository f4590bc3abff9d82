#!/usr/bin/env python3
"""Which cards src/cuda has code for, and each kernel's registers, stack, spills and block memory, as the compiler says them (no card is needed):

    bench/gpu_kernels.py [--cuobjdump PROGRAM] [CAPABILITY…] > bench/results/gpu-kernels.txt      (75 90; the last one's PTX, too)
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAID = re.compile(r"Compiling entry function '(\S+)' for 'sm_(\d+)'\n.*Function properties for \1\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n.*?Used (\d+) registers(?:.*?(\d+) bytes smem)?")


def short(name):
    """each_kernel<ConvBody<float, true>> as a reader wants it, without namespaces and arguments."""
    name = re.sub(r'\(anonymous namespace\)::|_INTERNAL_\w+::|^void ', '', name)
    return re.sub(r'\(.*\)$', '', re.sub(r'\((?:bool|int)\)', '', name))


def code_in(cuobjdump, file):
    """What machines an object has code for: {'sm_75', 'sm_90', 'PTX compute_90'}."""
    found = set()
    for listing, word in (('--list-elf', 'ELF'), ('--list-ptx', 'PTX')):
        said = subprocess.run([cuobjdump, listing, file], capture_output=True, text=True).stdout
        found |= {card if word == 'ELF' else 'PTX ' + card.replace('sm_', 'compute_') for card in re.findall(word + r' file +\d+: \S*?\.(sm_\d+)\.', said)}
    return found


def compiled(nvcc, cards, file, out):
    codes = [f'-gencode=arch=compute_{card},code=sm_{card}' for card in cards] + [f'-gencode=arch=compute_{cards[-1]},code=compute_{cards[-1]}']
    folder = os.path.dirname(file)
    done = subprocess.run([nvcc, '-c', '-std=c++17', '-O3', *codes, '--resource-usage', '-Xcompiler', '-fPIC', '-I' + os.path.join(ROOT, 'src'), '-I' + os.path.join(ROOT, 'build', 'src'), '-I' + folder, '-o', out, file],
                          capture_output=True, text=True)
    found = SAID.findall(done.stderr)
    if done.returncode or not found:
        sys.exit(done.stderr)
    plain = subprocess.run(['c++filt'], input='\n'.join(row[0] for row in found), capture_output=True, text=True).stdout.splitlines()
    kernels = {}
    for name, (_, card, *numbers) in zip(map(short, plain), found):
        kernels.setdefault(name, {})[card] = numbers
    return kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('cards', nargs='*', default=['75', '90'], metavar='CAPABILITY')
    parser.add_argument('--cuobjdump', default=shutil.which('cuobjdump') or '/usr/local/cuda/bin/cuobjdump')
    args = parser.parse_args()
    nvcc = shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc'
    if not os.path.exists(nvcc):
        print('no nvcc')
        return
    release = subprocess.run([nvcc, '--version'], capture_output=True, text=True).stdout.strip().splitlines()[-1]
    folder = os.path.join(ROOT, 'src', 'cuda')
    files = sorted(name for name in os.listdir(folder) if name.endswith('.cu'))
    tables, code = {}, {}
    with tempfile.TemporaryDirectory() as scratch:
        for file in files:
            out = os.path.join(scratch, file + '.o')
            tables[file] = compiled(nvcc, args.cards, os.path.join(folder, file), out)
            for card in code_in(args.cuobjdump, out) if os.path.exists(args.cuobjdump) else ():
                code.setdefault(card, []).append(file)
    print(f'Kernels of src/cuda as {release} compiles them. Made by bench/gpu_kernels.py; no card has run them.\n')
    if code:
        print('Device code in the objects, by cuobjdump:')
        for card in sorted(code, key=lambda c: (c.startswith('PTX'), len(c), c)):
            print(f'  {card:16} {len(code[card])} of {len(files)} files')
        print()
    else:
        print(f'(no cuobjdump at {args.cuobjdump}: the code in the objects is not listed)\n')
    print("For each capability: a thread's registers, its bytes of stack, of spills (stored/loaded); then bytes of a block's memory.\n")
    print(''.join(f'{"sm_" + card + ": registers, stack, spilled":>34}' for card in args.cards) + f'{"block":>7}  kernel')
    for file in files:
        print(file)
        for name, by_card in sorted(tables[file].items()):
            columns = ''
            for card in args.cards:
                stack, stored, loaded, registers, block = by_card.get(card, ['?'] * 5)
                columns += f'{registers:>15}{stack:>8}{stored + "/" + loaded:>11}'
            print(f'{columns}{block or 0:>7}  {name}')


if __name__ == '__main__':
    main()
