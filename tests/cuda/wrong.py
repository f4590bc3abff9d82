"""What the emulated card must not let pass: kernels and calls that are wrong (emulated/wrong.cpp), each ended with its sentence or by the memory's own protection; the right ones beside them run."""
import os
import signal

import record
from harness import clean_environment, run_program

SAID = {'outside': "outside: element 64 of the block's memory of 64", 'below': "below: element 18446744073709551615 of the block's memory of 64", 'two-write': 'is written by two threads without a barrier',
        'read-early': ('is read while another thread writes it', 'is written while another thread reads it'), 'written-early': ('is written while another thread reads it', 'is read while another thread writes it'),
        'half-a-barrier': ('is read while another thread writes it', 'is written while another thread reads it'), 'never-come': 'threads of a block of never-come wait for others that never come',
        'too-many-threads': 'too-many-threads is launched with 2048 threads a block'}
PROTECTED = {'far-away', 'far-below', 'host-reads', 'host-writes', 'given-back'}
RIGHT = {'right': '0 wrong\n', 'exchanged': '0 wrong\n', 'ordered': '1\n'}
SEEDS = range(1, 9)


def played(program, name, seed):
    done = run_program([program, *([name] if name else [])], 60, env=clean_environment(PERCH_EMULATED_SEED=str(seed)))
    return done.out.decode(), done.err.decode(), done.code


def wrong(tally, build):
    program = os.path.join(build, 'tests', 'emulated-wrong')
    names = played(program, '', 1)[0].split()
    tally.check(sorted(names) == sorted([*SAID, *PROTECTED, *RIGHT, 'unordered']), 'each wrong kernel has its answer', str(names))
    for seed in SEEDS:
        for name in SAID:
            out, err, code = played(program, name, seed)
            sentences = SAID[name] if isinstance(SAID[name], tuple) else (SAID[name],)
            tally.check(code == -signal.SIGABRT and any(said in err for said in sentences), f'a wrong kernel is told, {name}, seed {seed}', f'{code} {out}{err}')
        for name in sorted(PROTECTED):
            out, err, code = played(program, name, seed)
            tally.check(code == -signal.SIGSEGV and not out, f'memory is protected, {name}, seed {seed}', f'{code} {out}{err}')
        for name, printed in RIGHT.items():
            out, err, code = played(program, name, seed)
            tally.check(code == 0 and out == printed, f'a right kernel runs, {name}, seed {seed}', f'{code} {out}{err}')
    tally.check({played(program, 'unordered', seed)[0] for seed in SEEDS} == {'0\n', '1\n'}, 'streams that nothing orders run in the order of the seed')
    record.note('wrong', [[*SAID, *sorted(PROTECTED)], list(RIGHT), ['unordered'], len(SEEDS)])
