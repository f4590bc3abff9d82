#!/usr/bin/env python3
"""What the plugin for real GPUs is made of: for which cards it holds code, and what its kernels take of each (registers, local memory, spills). Needs the CUDA Toolkit, no card.

    bench/gpu_code.py [--build FOLDER] [--out FILE]     builds FOLDER's plugin anew (minutes), with -Xptxas -v, and says what ptxas said and what lies in it
"""
import argparse
import collections
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLUGIN = os.path.join('src', 'cuda', 'libperch_cuda.so')
SHOWN = 40  # kernels with most registers or any spill: the table is to be read
HOT = re.compile(r'^(attention|product|recurrent|softmax|long_|run_)')     # where a network spends its time: shown whatever they take
ENTRY = re.compile(r"Compiling entry function '(\w+)' for 'sm_(\d+)'")
USED = re.compile(r'Used (\d+) registers')
FRAME = re.compile(r'(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads')
Use = collections.namedtuple('Use', 'registers stack stores loads')


def tool(name):
    found = shutil.which(name) or shutil.which('/usr/local/cuda/bin/' + name)
    if not found:
        sys.exit(f'{name} is not on this machine: the table needs the CUDA Toolkit')
    return found


def said_by(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f'{" ".join(command)}: {(done.stdout + done.stderr)[-3000:]}')
    return done.stdout + done.stderr


def build(folder):
    """The build's own output: each kernel's line of ptxas, and any warning. It is kept in a file: what was built already is not built again, and what is built again is told again."""
    kept = os.path.join(folder, 'gpu_code.log')
    if not os.path.exists(os.path.join(folder, 'build.ninja')):
        said_by('meson', 'setup', folder, ROOT, '-Dbuildtype=release', '-Dreadline=disabled', '-Dkernel=disabled', '-Dcuda=enabled')
    if not os.path.exists(kept):
        said_by('ninja', '-C', folder, '-t', 'clean', PLUGIN)
    with open(kept, 'a', encoding='utf-8') as log:
        if subprocess.run(['ninja', '-C', folder, PLUGIN], stdout=log, stderr=log, env={**os.environ, 'NVCC_APPEND_FLAGS': '-Xptxas -v'}).returncode:
            sys.exit(f'the build failed: {kept} says why')
    with open(kept, encoding='utf-8') as log:
        return log.read()


def uses(log):
    """{kernel: {card: Use}}, by what ptxas says of each entry function."""
    made, kernel, card, frame = collections.defaultdict(dict), None, None, (0, 0, 0)
    for line in log.splitlines():
        entry, stack, used = ENTRY.search(line), FRAME.search(line), USED.search(line)
        if entry:
            kernel, card, frame = entry[1], entry[2], (0, 0, 0)
        if stack:
            frame = tuple(map(int, stack.groups()))
        if used and kernel:
            made[kernel][card] = Use(int(used[1]), *frame)
            kernel = None
    return made


def plain(names):
    """Their names as they are written in the sources, without types of arguments."""
    said = subprocess.run(['c++filt', '-p'], input='\n'.join(names), capture_output=True, text=True).stdout.splitlines()
    return {name: text.replace('(anonymous namespace)::', '').replace('void ', '') for name, text in zip(names, said)}


def code_in(plugin):
    """{'sm_75': how many pieces of machine code}, and the same of PTX: what lies in the section .nv_fatbin, whose pieces each begin with a kind (1: PTX, 2: code), sizes and a card.
    (cuobjdump lists the same; it is not in every toolkit.)"""
    with tempfile.TemporaryDirectory() as folder:
        section = os.path.join(folder, 'fatbin')
        said_by('objcopy', '-O', 'binary', '--only-section=.nv_fatbin', '--set-section-flags', '.nv_fatbin=alloc', plugin, section)
        with open(section, 'rb') as file:
            data = file.read()
    found, at = {1: collections.Counter(), 2: collections.Counter()}, 0
    while (at := data.find(struct.pack('<I', 0xBA55ED50), at)) >= 0:
        header, size = struct.unpack_from('<HQ', data, at + 6)
        piece, end = at + header, at + header + size
        while piece < end:
            kind, _, length, body = struct.unpack_from('<HHIQ', data, piece)
            found[kind]['sm_%d' % struct.unpack_from('<I', data, piece + 28)[0]] += 1
            piece += length + body
        at = end
    return found[2], found[1]


def table(log, plugin):
    kernels = uses(log)
    cards = sorted({card for of in kernels.values() for card in of}, key=int)
    elf, ptx = code_in(plugin)
    warnings = [line for line in log.splitlines() if re.search(r'\bwarning\b', line, re.I) and not line.startswith('WARNING: Please')] # (Meson's own)
    lines = [f'The plugin for real GPUs (libperch_cuda.so), made by bench/gpu_code.py: {said_by(tool("nvcc"), "--version").strip().splitlines()[-2]}',
             f'{os.path.getsize(plugin) / 2 ** 20:.1f} MiB; warnings of nvcc, ptxas and the C compiler: {len(warnings)}', '', 'Code in it:']
    lines += [f'  {card:8} {count} files of machine code' for card, count in sorted(elf.items(), key=lambda pair: int(pair[0][3:]))]
    lines += [f'  {card:8} {count} files of PTX, which later cards compile' for card, count in sorted(ptx.items())]
    spilled = sum(use.stores > 0 for of in kernels.values() for use in of.values())
    lines += ['', f'{len(kernels)} kernels for each of {len(cards)} cards; {spilled} of {sum(map(len, kernels.values()))} spill registers.',
              'Registers a thread, by card; bytes of stack where there is any, and bytes spilled (stores/loads). The hungriest:', '', f'{"kernel":58}' + ''.join(f'{"sm_" + card:>18}' for card in cards)]
    names = plain(list(kernels))
    ranked = sorted(kernels, key=lambda kernel: (-max(use.stores for use in kernels[kernel].values()), -max(use.registers for use in kernels[kernel].values()), names[kernel]))

    def cell(use):
        return str(use.registers) + (f'+{use.stack}' if use.stack else '') + (f' {use.stores}/{use.loads}' if use.stores else '')

    def row(kernel):
        return f'{names[kernel][:57]:58}' + ''.join(f'{cell(kernels[kernel][card]) if card in kernels[kernel] else "-":>18}' for card in cards)
    lines += map(row, ranked[:SHOWN])
    lines += ['', 'Where networks spend their time, as far as they are not above:', '', *map(row, sorted((kernel for kernel in ranked[SHOWN:] if HOT.match(names[kernel])), key=names.get))]
    lines += ['', 'All kernels by the registers of a thread:', f'{"":58}' + ''.join(f'{"sm_" + card:>18}' for card in cards)]
    for least, most in ((0, 32), (33, 64), (65, 128), (129, 255)):
        lines.append(f'{f"{least} to {most}":58}' + ''.join(f'{sum(least <= of[card].registers <= most for of in kernels.values() if card in of):18}' for card in cards))
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default=os.path.join(ROOT, 'build-gpu-code'))
    parser.add_argument('--out', help='a file for the table, too')
    args = parser.parse_args()
    folder = os.path.abspath(args.build)
    made = table(build(folder), os.path.join(folder, PLUGIN))
    print(made, end='')
    if args.out:
        with open(args.out, 'w', encoding='utf-8') as out:
            out.write(made)


if __name__ == '__main__':
    main()
