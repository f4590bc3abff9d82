#!/usr/bin/env python3
"""What the emulated card has proved of the plugin for real GPUs: suite `cuda` is played whole (tests/cuda/run.py --all), and its figures and those of the tables are put together. Needs no card.

    bench/emulated_card.py [--out FILE] [--record FILE]     --record: a run's record that is there already
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, 'tests'), os.path.join(ROOT, 'tests', 'cuda')]
import record  # noqa: E402
import table  # noqa: E402

WIDTH = 150


def played(file):
    """The record of a run, which is made where it is not there."""
    with tempfile.TemporaryDirectory() as folder:
        if not file:
            file = os.path.join(folder, 'record')
            subprocess.run([sys.executable, os.path.join(ROOT, 'tests', 'cuda', 'run.py'), '--all', '--record', file], stdout=sys.stderr)
        with open(file, encoding='utf-8') as made:
            return json.load(made)


def wrapped(head, items, between=', '):
    """A line of items under a head, on as many lines as it takes."""
    lines, line = [], head
    for i, item in enumerate(items):
        item += between if i < len(items) - 1 else ''
        if len(line) + len(item) > WIDTH:
            lines.append(line.rstrip())
            line = ' ' * len(head)
        line += item
    return lines + [line.rstrip()]


def noted(parts, word):
    return [value for part in parts for value in part['notes'].get(word, ())]


def of_table(parts):
    rows, kernels = table.rows(), table.kernels()
    there = {name: kernels[kernel] for name, kernel in rows.items() if kernel in kernels}
    kinds = collections.Counter('elementwise (formulas.def)' if rows[name] == 'ew' else 'other looks at the same bytes' if rows[name] == 'view' else 'own kernels' if word == 'KERNEL' else "planned by the core's CPU code over a card's memory"
                                for name, (word, _) in there.items())
    yield 'The table of ops (src/core/ops.def, src/cuda/kernels.def)'
    yield f'  {len(rows)} rows, {len(there)} with a kernel for cards: ' + ', '.join(f'{count} {kind}' for kind, count in kinds.most_common())
    yield from wrapped('  rows by dtype: ', [f'{name} {sum(kind in taken for _, taken in there.values())}' for name, kind in table.dtypes().items()])
    for kind, word in (('COMPLEX', 'of complex numbers'), ('INTEGERS', 'of integers and bools')):
        yield from wrapped(f'  without a kernel {word}: ', [name for name, (_, taken) in there.items() if kind not in taken])
    yield from wrapped('  absent, given to the CPU alone: ', [name for name in rows if name not in there])
    for said in sorted({said for run in noted(parts, 'matrix') for said in run['absent']}):
        yield f'    called on a card in the matrix: {said}'


def of_matrix(parts):
    yield 'The op matrix: each row of the table in each dtype, results on the card beside those of the CPU, buffers between guards'
    for run in noted(parts, 'matrix'):
        ops, _, calls, refused = run['counts']
        yield (f"  seed {run['seed']} of the streams' order, {'over stand-ins for cuBLASLt and cuDNN' if run['libraries'] else 'own kernels'}: {ops} ops, {calls:,} calls on the card in {len(table.dtypes())} dtypes "
               f"({refused:,} are refused by dtype, as on the CPU), {run['checks']:,} checks")


def places(cards, gpus):
    return f'{cards} card{"s" * (cards > 1)}' + (f' as {gpus} GPUs' if gpus != cards else '')


def of_programs(parts):
    layouts = collections.defaultdict(set)
    for cards, gpus, code in noted(parts, 'programs'):
        layouts[cards, gpus].add(code)
    yield 'Programs and lessons by the cards that they were given (different ones; each is compared with the CPU, with simulated GPUs or with what it must print)'
    for (cards, gpus), codes in sorted(layouts.items()):
        yield f'  {len(codes):4} on {places(cards, gpus)}'
    lessons = collections.defaultdict(list)
    for name, cards, gpus, outputs in noted(parts, 'lessons'):
        lessons[name].append((outputs, places(cards, gpus)))
    for name, runs in lessons.items():
        yield f'  lesson {name}: {max(outputs for outputs, _ in runs)} outputs as saved, on {"; on ".join(place for _, place in runs)}'
    yield from wrapped(f'  {len(noted(parts, "demos"))} demos as saved, on 2 cards: ', noted(parts, 'demos'))
    yield f'  the catalogue of placement mistakes: {sum(noted(parts, "catalogue"))} programs with the words, line, operands and repair that they have on simulated GPUs'


def of_libraries(parts):
    sums = collections.defaultdict(collections.Counter)
    for library, counts in noted(parts, 'libraries'):
        sums[library].update({word: count for word, count in counts.items() if 'left' not in word})
    yield "Calls that stand-ins for NVIDIA's libraries computed, held to those libraries' rules (where they were asked to count)"
    for library, counts in sums.items():
        yield from wrapped(f'  {library}: ', [f'{count:,} {word}' for word, count in counts.items() if count])
    graphs = [part for part in parts if part['graphs']]
    yield f'  CUDA graphs: {sum(part["graphs"] for part in graphs):,} replays, by ' + ', '.join(f'{len({code for *_, code in part["notes"].get("programs", ())})} programs of "{part["name"]}"' for part in graphs)


def library_of(call):
    return 'cuBLASLt' if call.startswith('cublas') else 'cuDNN' if call.startswith('cudnn') else 'NCCL' if call.startswith('nccl') else 'cudart'


def of_faults(parts):
    faults = collections.Counter()
    for part in parts:
        faults.update(part['faults'])
    by = collections.defaultdict(collections.Counter)
    for call, count in faults.items():
        by[library_of(call)][call] = count
    yield f'Faults injected: {sum(faults.values()):,}, by function; each must be an exception, another way to the same result or a sentence at the start, and what comes after it right'
    for library, calls in sorted(by.items()):
        yield from wrapped(f'  {library}, {sum(calls.values()):,} in {len(calls)} functions: ', [f'{call} {count}' for call, count in sorted(calls.items())])
    for storm in noted(parts, 'out of memory'):
        yield from wrapped(f'  out of memory {storm["times"]:,} times in one process, and nothing may be left behind; at: ', storm['places'])
    yield f'  interrupts (Ctrl-C) in the midst of training: {sum(noted(parts, "interrupts")):,}, each must be a KeyboardInterrupt, and what is computed afterwards right'


def of_checks(parts):
    sums = {figure: sum(part[figure] for part in parts) for figure in record.FIGURES}
    yield f'What the cards saw: {sums["launches"]:,} launches of {sums["blocks"]:,} blocks, {sums["threads"]:,} threads as fibers, {sums["looks"]:,} accesses to shared memory looked at for races and bounds (one that is wrong ends the process)'
    seeds = collections.Counter()
    for part in parts:
        seeds.update(part['seeds'])
    yield from wrapped("  seeds of the scheduler, and processes under each: ", [f'{seed}: {count}' for seed, count in sorted(seeds.items(), key=lambda pair: int(pair[0]))])
    for wrong, right, loose, seeds in noted(parts, 'wrong'):
        yield from wrapped(f'  wrong on purpose, and each ended by the card under each of {seeds} seeds: ', wrong)
        yield from wrapped('  right ones beside them, which run: ', right)
        yield from wrapped('  streams that nothing orders, which come out in either order over the seeds: ', loose)


def of_parts(parts):
    heads = ('checks', 'failed', 'processes', 'launches', 'faults', 'seconds', 'of a processor')
    yield f'{"part of the suite":26}' + ''.join(f'{head:>{max(10, len(head) + 2)}}' for head in heads)
    for part in parts:
        cells = (part['passed'], part['failed'], part['processes'], part['launches'], sum(part['faults'].values()), round(part['seconds'], 1), round(part['processor'], 1))
        yield f'{part["name"]:26}' + ''.join(f'{cell:>{max(10, len(head) + 2)},}' for cell, head in zip(cells, heads))


def summary(parts):
    commit = subprocess.run(['git', '-C', ROOT, 'describe', '--always', '--dirty'], capture_output=True, text=True).stdout.strip()
    yield (f'The plugin for real GPUs on the emulated card (tests/cuda/emulated; no GPU is in this), made by bench/emulated_card.py at {commit}: {sum(part["passed"] for part in parts):,} checks passed, '
           f'{sum(part["failed"] for part in parts)} failed')
    for section in (of_table, of_matrix, of_programs, of_libraries, of_faults, of_checks, of_parts):
        yield ''
        yield from section(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--out', help='a file for the table, too')
    parser.add_argument('--record', help="what tests/cuda/run.py --record wrote; without it the suite is played (minutes)")
    args = parser.parse_args()
    made = '\n'.join(summary(played(args.record))) + '\n'
    print(made, end='')
    if args.out:
        with open(args.out, 'w', encoding='utf-8') as out:
            out.write(made)


if __name__ == '__main__':
    main()
