#!/usr/bin/env python3
"""Registers, stack, spills and a block's memory of each kernel of src/cuda, as the compiler says them (no card is needed): bench/gpu_kernels.py [CAPABILITY] > bench/results/..."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAID = re.compile(r"Function properties for (\S+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\n.*?Used (\d+) registers(?:.*?(\d+) bytes smem)?")


def short(name):
    """each_kernel<ConvBody<float, true>> as a reader wants it, without namespaces and arguments."""
    name = re.sub(r'\(anonymous namespace\)::|_INTERNAL_\w+::|^void ', '', name)
    return re.sub(r'\(.*\)$', '', re.sub(r'\((?:bool|int)\)', '', name))


def main():
    card = sys.argv[1] if len(sys.argv) > 1 else '90'
    nvcc = shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc'
    if not os.path.exists(nvcc):
        print('no nvcc')
        return
    print(f'Kernels of src/cuda as {subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout.strip().splitlines()[-1]} compiles them for sm_{card}: bytes of stack, of spills (stored, loaded), registers of a')
    print("thread, bytes of a block's memory. Made by bench/gpu_kernels.py; no card has run them.\n")
    print(f'{"registers":>9} {"stack":>6} {"spilled":>12} {"block":>6}  kernel')
    folder = os.path.join(ROOT, 'src', 'cuda')
    with tempfile.TemporaryDirectory() as scratch:
        for file in sorted(name for name in os.listdir(folder) if name.endswith('.cu')):
            done = subprocess.run([nvcc, '-std=c++17', '-O3', f'-arch=sm_{card}', '--resource-usage', '-cubin', '-I' + os.path.join(ROOT, 'src'), '-I' + os.path.join(ROOT, 'build', 'src'), '-I' + folder, '-o',
                                   os.path.join(scratch, 'out'), os.path.join(folder, file)], capture_output=True, text=True)
            found = SAID.findall(done.stderr)
            if done.returncode or not found:
                sys.exit(done.stderr)
            plain = subprocess.run(['c++filt'], input='\n'.join(row[0] for row in found), capture_output=True, text=True).stdout.splitlines()
            print(file)
            for name, (_, stack, stored, loaded, registers, block) in sorted(zip(map(short, plain), found)):
                print(f'{registers:>9} {stack:>6} {stored + "/" + loaded:>12} {block or 0:>6}  {name}', flush=True)


if __name__ == '__main__':
    main()
