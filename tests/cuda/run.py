"""The plugin for real GPUs, proved on an emulated card (tests/cuda/emulated): the op matrix under several orders of its streams, networks trained on it beside the CPU, PyTorch's numbers
on CUDA, faults of its calls, and what is said where there is no card.

    tests/cuda/run.py [--all] [--record FILE] [PART…]
"""
import argparse
import ctypes
import os
import re
import subprocess
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE), os.path.join(os.path.dirname(os.path.dirname(HERE)), 'tools')]
import attention  # noqa: E402
import graphs  # noqa: E402
import passes  # noqa: E402
import programs  # noqa: E402
import record  # noqa: E402
import several  # noqa: E402
import steps  # noqa: E402
import storms  # noqa: E402
import table  # noqa: E402
import wrong  # noqa: E402
from harness import ROOT, Tally, clean_environment, in_parallel, run_program, slowness  # noqa: E402
import catalogue  # noqa: E402

BUILD = os.path.join(ROOT, 'build')
CARD = os.path.join(BUILD, 'tests', 'libperch_cuda_emulated.so')


def perch(code, gpus='cuda', card=CARD, **environment):
    return programs.perch(code, gpus, card, **environment)


def matrix(tally, seed, **more):
    done = subprocess.run([os.path.join(BUILD, 'tests', 'core-test'), *programs.MATRIX], capture_output=True, text=True, timeout=600 * slowness(),
                          env=clean_environment(PERCH_CUDA=CARD, PERCH_TEST_GPUS='cuda:0,1,mem=64M', PERCH_TEST_TELL='1000000', PERCH_EMULATED_SEED=str(seed), **more))
    wrong = [line for line in done.stdout.splitlines() if line.startswith('FAIL ') and 'test_matrix.c' in line]
    counted = re.search(r'op matrix: .*', done.stdout)
    tally.check(counted and not wrong, f'the op matrix, seed {seed}', '\n'.join(wrong[:20]) or done.stderr[-1000:])
    if counted:
        print(f'     {counted[0]}')
        record.note('matrix', {'seed': seed, 'counts': list(map(int, re.findall(r'\d+', counted[0]))), 'absent': re.findall(r'^ *absent: (.*)', done.stdout, re.M), 'libraries': 'LD_LIBRARY_PATH' in more,
                               'checks': int(re.search(r'(\d+) checks', done.stdout)[1])})


def chains(tally):
    """Elementwise calls that wait for one another: the same bits as without, in as many launches as there are chains."""
    for seed in ('1', '2'):
        (one, err, _), (all_, more, code) = (perch(programs.CHAINS, PERCH_FUSE=fuse, PERCH_EMULATED_TELL='1', PERCH_EMULATED_SEED=seed) for fuse in ('0', '1'))
        before, after = (int((re.findall(r'emulated card: (\d+) launches', said) or [0])[0]) for said in (err, more))
        tally.check(code == 0 and one == all_ and one.count('\n') == 59 and 0 < after < before / 2, f'chains of elementwise calls, seed {seed}: {after} launches, not {before}', one[-300:] + all_[-300:] + more[-800:])
    base = None
    for code, wanted in programs.COUNTED:
        out, err, status = perch(programs.LAUNCHES % code, PERCH_EMULATED_TELL='1')
        count = int((re.findall(r'emulated card: (\d+) launches', err) or [-99])[0])
        base = count if base is None else base
        tally.check(status == 0 and count - base == wanted, f'{wanted} launches: {code or "nothing"}', f'{count - base}\n{out}{err[-800:]}')
    whole, err, _ = perch(programs.JOINED, PERCH_FUSE='0')
    for more in ({}, dict(PERCH_EMULATED_SEED='2', PERCH_EMULATED_BLOCKS='2')):
        out, err, code = perch(programs.JOINED, **more)
        tally.check(code == 0 and out == whole and out.count('\n') > 20, f'programs of several sizes in one launch {more}', '\n'.join(a + ' not ' + b for a, b in zip(out.splitlines(), whole.splitlines()) if a != b)[:1500] + err[-800:])
    for kind in ('SGD(ps, lr=.1)', 'SGD(ps, lr=.1, momentum=.9)', 'Adam(ps)', 'AdamW(ps)', 'RMSprop(ps)', 'Adagrad(ps)'):
        counts = [int((re.findall(r'(\d+) launches', perch(programs.OPTIMIZED % (kind, steps), PERCH_EMULATED_TELL='1')[1]) or [0])[0]) for steps in (0, 10)]
        tally.check(counts[1] - counts[0] == 10, f'a step of {kind} over six parameters is one launch', str(counts))
    out, err, _ = perch(programs.GIVES_WAY, gpus='cuda:0,mem=64M')
    tally.check(out == '[1.75, 1.75]\n0.0\n', 'what waits gives way where memory is wanted', out + err[-800:])
    out, err, code = perch('import torch\nx = torch.ones(9, device="cuda"); torch.cuda.synchronize()\ntry: print((x * 2 + 1).tolist())\nexcept RuntimeError as e: print(str(e).splitlines()[0])\nprint((x + 1).sum().item())',
                           PERCH_EMULATED_FAIL='launch:2=719')
    tally.check(code == 0 and 'CUDA error: unspecified launch failure' in out and out.endswith('18.0\n'), 'a launch of a chain that fails is told, and the card goes on', out + err[-800:])


def library(tally):
    """Products through a library of cuBLASLt's functions, and what its faults become."""
    there = {'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'PERCH_FAKE_BLAS_TELL': '1'}
    out, err, _ = perch(programs.PRODUCTS, **there)
    tally.check(out == programs.PRODUCTS_PRINTED and 'fake cuBLASLt: 48 products, 4 with a bias' in err, 'products by cuBLASLt, of all layouts and dtypes', out + err[-800:])
    out, err, _ = perch('import torch; a, b, c = (torch.full(s, 2., device="cuda") for s in ((4, 5), (6, 5), (6,)))\nfor i in range(50): c = torch.nn.functional.linear(a, b, c).sum(0) * .01\nprint(a.mm(b.T).sum().item())', **there)
    tally.check(out == '480.0\n' and '51 products, 50 with a bias, 0 in TF32, 0 without tensor cores, 2 shapes, 0 left' in err, 'a shape is said to cuBLASLt once', out + err[-800:])
    out, err, _ = perch(programs.PRODUCTS)
    tally.check(out == programs.PRODUCTS_PRINTED and 'cuBLASLt' not in err, 'the same products where the library is missing', out + err[-800:])
    out, err, _ = perch(programs.TRAINED, **there)
    tally.check(out == 'True True\n' * 2 and 'products' in err, 'a network trained over cuBLASLt', out + err[-800:])
    for code, wanted, more, tf32, plain in programs.ALLOWED:
        out, err, _ = perch(programs.EXACT % code, **there, **more)
        tally.check(out == 'True highest\n' + wanted and f' {tf32} in TF32, {plain} without tensor cores' in err, f'what is allowed: {code} {more}', out + err[-800:])
    for call in ('cublasLtCreate', 'cublasLtMatmulAlgoGetHeuristic'):
        out, err, _ = perch(programs.PRODUCTS, **there, PERCH_FAKE_BLAS=call + ':15')
        tally.check(out == programs.PRODUCTS_PRINTED and ' 44 products' not in err, f'{call} refuses: own kernels', out + err[-800:])
    for call in ('cublasLtMatmul', 'cublasLtMatmulDescCreate', 'cublasLtMatrixLayoutCreate', 'cublasLtMatmulPreferenceCreate'):
        out, err, code = perch('import torch\nx = torch.ones(4, 4, device="cuda")\ntry: print((x @ x).sum().item())\nexcept RuntimeError as e: print(str(e).splitlines()[0])\nprint((x + x).sum().item())', **there,
                               PERCH_FAKE_BLAS=call + ':15')
        tally.check('matmul: cuBLASLt says: the functionality is not supported (15)' in out and out.endswith('32.0\n'), f'{call} fails: the exception says so, and the card goes on', out + err[-800:])


def convolutions(tally):
    """Convolutions through a library of cuDNN's functions, and without it."""
    there = {'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'PERCH_FAKE_DNN_TELL': '1'}
    out, err, _ = perch(programs.CONVOLUTIONS, **there)
    counted = re.search(r'fake cuDNN: (\d+) forward, (\d+) of data, (\d+) of weights, (\d+) in TF32, \d+ plans, (\d+) descriptors left', err)
    tally.check(out == programs.CONVOLUTIONS_PRINTED and counted and counted.groups() == ('32', '32', '32', '0', '0'), 'convolutions by cuDNN, of 1 to 3 axes and all dtypes', out + err[-800:])
    out, err, _ = perch(programs.CONVOLUTIONS)
    tally.check(out == programs.CONVOLUTIONS_PRINTED and 'cuDNN' not in err, 'the same convolutions where the library is missing', out + err[-800:])
    out, err, _ = perch(programs.CONVOLUTIONS, **there, PERCH_FAKE_DNN_ENGINES='0')
    tally.check(out == programs.CONVOLUTIONS_PRINTED and ' 0 forward, 0 of data, 0 of weights' in err, 'no engine for any: own kernels', out + err[-800:])
    out, err, _ = perch(programs.EXACT_CONVOLUTIONS, **there)
    tally.check(out == 'True False\nTrue\nFalse True\nTrue False True\n', 'TF32 in convolutions by each accent\'s rule', out + err[-800:])
    out, err, _ = perch(programs.TRAINED, **there)
    plans = re.search(r'(\d+) forward, .* (\d+) plans, 0 descriptors left', err)
    tally.check(out == 'True True\n' * 2 and plans and plans[1] == '10' and int(plans[2]) <= 4, 'a network trained over cuDNN: an engine is asked for once a shape', out + err[-800:])
    for folder, wanted in ((there, '13.0 91001 True\n'), ({}, '13.0 None False\n')):
        out, err, _ = perch('import torch; print(torch.version.cuda, torch.backends.cudnn.version(), torch.backends.cudnn.is_available())', **folder)
        tally.check(out == wanted, f'versions: {wanted[:-1]}', out + err[-800:])
    for folder, wanted in ((there, 'a CUDA driver answers\n'), ({}, "a CUDA driver answers; cuDNN 9 (libcudnn.so.9) is not to be had: convolutions are perch's own\n")):
        out, err, _ = perch('from perch.devices import devices; print(devices())', **folder)
        tally.check(out.endswith(wanted), f'perch devices: {wanted[:-1]}', out + err[-800:])
    for nth in (1, 2):
        out, err, _ = perch(programs.CONVOLUTIONS, **there, PERCH_FAKE_DNN=f'{nth}=1001')
        tally.check(out == programs.CONVOLUTIONS_PRINTED and not re.search(r'[1-9]\d* forward', err), f'cuDNN does not open, at its call {nth}: own kernels', out + err[-800:])
    for status in (3000, 4000, 5000):
        out, err, code = perch(programs.FAULTS % status, **there)
        tally.check(code == 0 and out == '199 True True\n', f'each call of cuDNN fails in turn with {status}', out + err[-800:])


def norms(tally):
    """Norms beside the CPU: by cuDNN where they are long and it takes them, else by own kernels."""
    there = {'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'PERCH_FAKE_DNN_TELL': '1'}
    for what, more, counts in (('by cuDNN and own kernels', there, ('10', '10', '0')), ('where cuDNN is missing', {}, None), ('that cuDNN refuses', {**there, 'PERCH_FAKE_DNN_NORMS': '0'}, None)):
        out, err, _ = perch(programs.NORMS, **more)
        counted = re.search(r'fake cuDNN: (\d+) norms, (\d+) of their gradients, (\d+) tensors left', err)
        tally.check(out == programs.NORMS_PRINTED and (counted.groups() if counted else None) == counts, f'norms {what}', f'{counted and counted.groups()}\n{out}{err[-800:]}')
    for status, right in ((2000, '7 0\n'), (3000, '7 0\n'), (5000, '2 5\n')):
        out, err, code = perch(programs.NORM_FAULTS % status, **there)
        tally.check(code == 0 and out == right, f'each call of cuDNN for a norm fails in turn with {status}', out + err[-800:])


def recurrent(tally):
    """Recurrent layers, one operation each way: beside the CPU, and in how many launches."""
    there = {'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'NVIDIA_TF32_OVERRIDE': '0'}
    for more in (there, {}, {'PERCH_EMULATED_SEED': '2'}):
        out, err, _ = perch(programs.RECURRENT, **more)
        tally.check(out == programs.RECURRENT_PRINTED, f'recurrent layers, {more or "without the library"}', out + err[-800:])
    out, err, _ = perch(programs.EXACT_RECURRENT, LD_LIBRARY_PATH=there['LD_LIBRARY_PATH'])
    tally.check(out == 'True False (False, False)\n(True, True)\n', 'TF32 in recurrent layers by the rule of convolutions', out + err[-800:])
    for dtype, kind, wide, wanted in (('half', 'LSTM', 16, [40, 40]), ('float', 'LSTM', 130, [40, 0]), ('double', 'GRU', 66, [40, 0]), ('float', 'LSTM', 16, [0, 0]), ('float', 'GRU', 128, [0, 0]), ('double', 'RNN', 64, [0, 0])):
        counts = []
        for steps in (10, 30):
            _, err, _ = perch(programs.RECURRENT_STEPS % (dtype, kind, wide, steps), PERCH_EMULATED_TELL='1', PERCH_FAKE_BLAS_TELL='1', **there)
            counts.append([int((re.findall(found, err) or [0])[0]) for found in (r'(\d+) launches', r'(\d+) products')])
        tally.check([b - a for a, b in zip(*counts)] == wanted, f'20 steps more of {kind} {wide} wide, {dtype}: {wanted[0]} launches and {wanted[1]} products more, there and back', str(counts))
        print(f'     {kind} {wide} wide, {dtype}, 10 and 30 steps there and back: launches and products {counts}')


def real_dnn(tally):
    """NVIDIA's own library, where it is: it has every function, and takes the descriptors as dnn.c makes them; that needs no card."""
    source = os.path.join(ROOT, 'src', 'cuda')
    values = {name: int(value) for name, value in re.findall(r'DNN_VALUE\((\w+), \w+, (\d+)\)', open(os.path.join(source, 'dnn.h'), encoding='utf-8').read())}
    library = open_nvidia('libcudnn.so.9')
    if not library:
        print('     libcudnn.so.9 is not on this machine: its descriptors are not compared')
        return
    for table in ('dnn.def', 'dnn_norm.def'):
        missing = [name for name in re.findall(r'^DNN\([^,]*, (\w+)', open(os.path.join(source, table), encoding='utf-8').read(), re.M) if not hasattr(library, name)]
        tally.check(not missing, f'cuDNN has each function of {table}', str(missing))
    made, i64 = ctypes.c_void_p, ctypes.c_int64
    kinds = {'DNN_A_INT64': i64, 'DNN_A_DESCRIPTOR': made, 'DNN_A_POINTER': made, 'DNN_A_FLOAT': ctypes.c_float, 'DNN_A_DOUBLE': ctypes.c_double}
    said = []

    def describe(kind, *attributes):
        descriptor = made()
        said.append(library.cudnnBackendCreateDescriptor(values[kind], ctypes.byref(descriptor)))
        for name, sort, *given in attributes:
            said.append(library.cudnnBackendSetAttribute(descriptor, values[name], values[sort], i64(len(given)), (kinds.get(sort, ctypes.c_int32) * len(given))(*given)))
        said.append(library.cudnnBackendFinalize(descriptor))
        return descriptor

    def tensor(name, dtype, *shape):
        strides = [1]
        for n in shape[:0:-1]:
            strides.insert(0, strides[0] * n)
        return describe('DNN_TENSOR', ('DNN_TENSOR_DTYPE', 'DNN_A_DTYPE', values[dtype]), ('DNN_TENSOR_SHAPE', 'DNN_A_INT64', *shape), ('DNN_TENSOR_STRIDES', 'DNN_A_INT64', *strides),
                        ('DNN_TENSOR_NAME', 'DNN_A_INT64', name), ('DNN_TENSOR_ALIGNMENT', 'DNN_A_INT64', 16))

    for dtype in ('DNN_FLOAT', 'DNN_DOUBLE', 'DNN_HALF', 'DNN_BFLOAT'):
        compute, factor = ('DNN_DOUBLE', 'DNN_A_DOUBLE') if dtype == 'DNN_DOUBLE' else ('DNN_FLOAT', 'DNN_A_FLOAT')
        for axes in (2, 3):
            y, x, w = tensor(1, dtype, 2, 6, *(5,) * axes), tensor(2, dtype, 2, 4, *(9,) * axes), tensor(3, dtype, 6, 2, *(3,) * axes)
            lists = [('DNN_CONV_' + name, 'DNN_A_INT64', *(n,) * axes) for name, n in (('DILATIONS', 1), ('STRIDES', 2), ('BEFORE', 1), ('AFTER', 1))]
            conv = describe('DNN_CONV', ('DNN_CONV_COMPUTE', 'DNN_A_DTYPE', values[compute]), ('DNN_CONV_MODE', 'DNN_A_MODE', values['DNN_CORRELATION']), ('DNN_CONV_AXES', 'DNN_A_INT64', axes), *lists)
            for kind, of in (('DNN_FORWARD', 'DNN_FORWARD'), ('DNN_BACK_DATA', 'DNN_DATA'), ('DNN_BACK_FILTER', 'DNN_FILTER')):
                describe(kind, (of + '_ALPHA', factor, 1), (of + '_BETA', factor, 0), *((of + '_' + name, 'DNN_A_DESCRIPTOR', d) for name, d in (('CONV', conv), ('X', x), ('W', w), ('Y', y))))
        tally.check(not any(said), f'cuDNN takes the descriptors of convolutions of {dtype}', str(said))
    describe('DNN_PACK', ('DNN_PACK_NAMES', 'DNN_A_INT64', 1, 2, 3), ('DNN_PACK_POINTERS', 'DNN_A_POINTER', 4096, 8192, 12288), ('DNN_PACK_WORKSPACE', 'DNN_A_POINTER', 256))
    tally.check(not any(said), "cuDNN takes a pack of addresses", str(said))
    for dtype, wide in (('DNN_FLOAT', 'DNN_FLOAT'), ('DNN_HALF', 'DNN_FLOAT'), ('DNN_DOUBLE', 'DNN_DOUBLE')):
        for mode, shape in (('DNN_SPATIAL', (3, 5, 9000, 1)), ('DNN_PER_ACTIVATION', (9000, 5, 1, 1))):
            x, each, kept, count, ints = made(), made(), ctypes.c_int(), ctypes.c_int(), ctypes.c_int * 4
            found = ints(), ints()
            said = [library.cudnnCreateTensorDescriptor(ctypes.byref(d)) for d in (x, each)]
            said.append(library.cudnnSetTensorNdDescriptor(x, values[dtype], 4, ints(*shape), ints(shape[1] * shape[2], shape[2], 1, 1)))
            said.append(library.cudnnDeriveBNTensorDescriptor(each, x, values[mode]))
            said.append(library.cudnnGetTensorNdDescriptor(each, 4, ctypes.byref(kept), ctypes.byref(count), *found))
            said += [library.cudnnDestroyTensorDescriptor(d) for d in (x, each)]
            tally.check(not any(said) and (kept.value, count.value, list(found[0])) == (values[wide], 4, [1, 5, 1, 1]), f'cuDNN takes the descriptors of norms of {dtype}, {mode}', f'{said} {kept.value} {list(found[0])}')


def header(tally):
    """The numbers of dnn.h and nccl_values.h are those of NVIDIA's headers, where these and a compiler are."""
    include = os.path.join(os.path.dirname(os.path.dirname(shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc')), 'include')
    compiler = shutil.which('cc')
    for ours, theirs, word in (('dnn.h', 'cudnn_ops.h', 'DNN'), ('nccl_values.h', 'nccl.h', 'NCCL')):
        if not compiler or not os.path.exists(os.path.join(include, theirs)):
            print(f'     {theirs} is not on this machine: its numbers are not compared')
            continue
        done = subprocess.run([compiler, '-fsyntax-only', '-xc', '-isystem', include, '-I', os.path.join(ROOT, 'src', 'cuda'), '-'], capture_output=True, text=True,
                              input=f'#include "{ours}"\n#include <{theirs}>\n#define {word}_VALUE(ours, theirs, number) _Static_assert((int)theirs == number && (int)ours == number, #theirs);\n{word}_VALUES\n')
        tally.check(done.returncode == 0, f"{ours} has the numbers of NVIDIA's {theirs}", done.stderr[-1500:])
    for table, name in (('dnn.def', 'cudnn_ops.h'), ('dnn_norm.def', 'cudnn_ops.h'), ('blas.def', 'cublasLt.h')):
        if not compiler or not os.path.exists(os.path.join(include, name)):
            continue
        done = subprocess.run([compiler, '-E', '-P', '-xc', '-isystem', include, '-'], capture_output=True, text=True, input=f'#include <{name}>\n')
        rows = re.findall(r'^(?:DNN|BLAS)\([^,]*, (\w+), \((.*?)\)\)$', open(os.path.join(ROOT, 'src', 'cuda', table), encoding='utf-8').read(), re.M | re.S)
        theirs = {function: re.findall(function + r'\s*\(([^;{]*)\)', done.stdout) for function, _ in rows}
        wrong = [function for function, ours in rows if not theirs[function] or len(ours.split(',')) != len(theirs[function][0].split(','))]
        tally.check(rows and not wrong, f'{table} has as many arguments as {name}', str(wrong))
    library = open_nvidia('libnccl.so.2')
    if library:
        missing = [name for name in re.findall(r'^NCCL\([^,]*, (\w+)', open(os.path.join(ROOT, 'src', 'cuda', 'nccl.def'), encoding='utf-8').read(), re.M) if not hasattr(library, name)]
        version = ctypes.c_int()
        tally.check(not missing and library.ncclGetVersion(ctypes.byref(version)) == 0 and version.value > 20000, 'NCCL has each function of nccl.def', str(missing))


def open_nvidia(name):
    """A library of the toolkit's, or None."""
    for at in (name, os.path.join(os.path.dirname(os.path.dirname(shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc')), 'lib64', name)):
        try:
            return ctypes.CDLL(at)
        except OSError:
            pass
    return None


def real_library(tally):
    """NVIDIA's own library, where it is: it has every function, and takes the descriptors as blas.c makes them; that needs no card."""
    source = os.path.join(ROOT, 'src', 'cuda')
    values = {name: int(value) for name, value in re.findall(r'(BLAS_\w+) = (\d+)', open(os.path.join(source, 'blas.h'), encoding='utf-8').read())}
    library = open_nvidia('libcublasLt.so.13')
    if not library:
        print('     libcublasLt.so.13 is not on this machine: its descriptors are not compared')
        return
    missing = [name for name in re.findall(r'^BLAS\([^,]*, (\w+)', open(os.path.join(source, 'blas.def'), encoding='utf-8').read(), re.M) if not hasattr(library, name)]
    tally.check(not missing, 'cuBLASLt has each function of blas.def', str(missing))
    made, i32, i64, by = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.byref

    def attribute(what, which, name, value):
        return getattr(library, f'cublasLt{what}SetAttribute')(which, values[name], by(value), ctypes.c_size_t(ctypes.sizeof(value)))
    for compute, scale, dtypes in (('32F', '32F', ('32F', '16F', '16BF')), ('PLAIN', '32F', ('16F', '16BF')), ('TF32', '32F', ('32F',)), ('64F', '64F', ('64F',))):
        product, preference = made(), made()
        said = [library.cublasLtMatmulDescCreate(by(product), values['BLAS_COMPUTE_' + compute], values['BLAS_' + scale]), library.cublasLtMatmulPreferenceCreate(by(preference))]
        said += [attribute('MatmulDesc', product, name, i32(1)) for name in ('BLAS_TRANSA', 'BLAS_TRANSB')]
        said += [attribute('MatmulDesc', product, 'BLAS_EPILOGUE', i32(values['BLAS_BIAS'])), attribute('MatmulDesc', product, 'BLAS_BIAS_POINTER', made(4096))]
        said += [attribute('MatmulPreference', preference, 'BLAS_WORKSPACE', ctypes.c_uint64(1 << 22)), attribute('MatmulPreference', preference, 'BLAS_ALIGNED_A', ctypes.c_uint32(16))]
        for dtype in dtypes:
            layout = made()
            said.append(library.cublasLtMatrixLayoutCreate(by(layout), values['BLAS_' + dtype], ctypes.c_uint64(5), ctypes.c_uint64(7), i64(6)))
            said += [attribute('MatrixLayout', layout, 'BLAS_BATCH_COUNT', i32(3)), attribute('MatrixLayout', layout, 'BLAS_BATCH_OFFSET', i64(42))]
        tally.check(not any(said), f'cuBLASLt takes the descriptors of products in {compute}', str(said))


# a driver's version, what cuInit says, how many GPUs; the environment; what is said
WORDS = [('13000,0,0', {}, 'the CUDA driver is here, and sees no GPU'), ('12040,0,1', {}, 'the CUDA driver is too old: it is for CUDA 12.4, and perch needs one for CUDA 13'),
         ('13000,100,0', {}, 'the CUDA driver is here, and sees no GPU'),
         ('13000,100,0', {'CUDA_VISIBLE_DEVICES': ''}, "the CUDA driver is here, and sees no GPU that CUDA_VISIBLE_DEVICES allows: it is ''"),
         ('13000,0,0', {'CUDA_VISIBLE_DEVICES': '7'}, "the CUDA driver is here, and sees no GPU that CUDA_VISIBLE_DEVICES allows: it is '7'"),
         ('13000,803,0', {}, 'the CUDA driver is here and fails: system has unsupported display driver / cuda driver combination (803)'),
         ('13000,999,0', {}, 'the CUDA driver is here and fails: an unknown error (999)'),
         ('13000,100,0', {'PERCH_FAKE_DENIED': '1'}, 'the CUDA driver is here, and this user may not open it: /dev/nvidiactl is to be read and written')]


def words(tally):
    """What is said where a driver shows no GPU: by --gpus cuda, which ends there, and by perch devices, which simulates."""
    with tempfile.TemporaryDirectory() as folder:
        driver = os.path.join(folder, 'libcuda.so.1')
        shutil.copy(os.path.join(BUILD, 'tests', 'libperch_fake_driver.so'), driver)
        for answers, more, said in WORDS:
            more = {'LD_LIBRARY_PATH': folder, 'PERCH_FAKE_CUDA': answers, **more, **({'LD_PRELOAD': driver} if 'PERCH_FAKE_DENIED' in more else {})}
            out, err, code = perch('print(1)', card=None, **more)
            tally.check(code == 1 and out == '' and err == f'perch: --gpus cuda: {said}\n', f'--gpus cuda: {said}', out + err)
            out, err, code = perch('print(1)', gpus=None, card=None, PERCH_GPUS='cuda', **more)
            tally.check(code == 1 and out == '' and err == f'perch: PERCH_GPUS=cuda: {said}\n', f'PERCH_GPUS=cuda: {said}', out + err)
            out, err, code = perch('from perch.devices import devices; print(devices())', gpus='auto', card=None, **more)
            tally.check(code == 0 and (f'no GPU: CUDA_VISIBLE_DEVICES is {more["CUDA_VISIBLE_DEVICES"]!r} and hides them' if 'CUDA_VISIBLE_DEVICES' in more else f'GPUs are simulated: {said.split(":")[0]}\n') in out, f'perch devices: {said}', out + err)
        if not any(os.path.exists(os.path.join(BUILD, at, 'libperch_cuda.so')) for at in ('.', 'src/cuda')):
            out, err, code = perch('print(1)', card=None, LD_LIBRARY_PATH=folder, PERCH_FAKE_CUDA='13000,0,1')
            tally.check(code == 1 and 'a CUDA driver answers, and this perch was built without CUDA' in err, 'a driver, and no plugin', err)
    out, err, code = perch('print(1)', PERCH_EMULATED_CAPABILITY='61')
    tally.check(code == 1 and 'card 1 (emulated card (tests only)) has compute capability 6.1: perch needs 7.5 or later' in err, 'cards that are too old', out + err[-800:])


def times(tally):
    """What ran when, by the card's events; and what is not known where those fail."""
    for seed in ('1', '2'):
        for gpus in ('cuda', 'cuda:0/2'):
            out, err, _ = perch(programs.MEASURED, gpus=gpus, PERCH_EMULATED_SEED=seed)
            tally.check(out == programs.MEASURED_PRINTED, f'times are measured, {gpus}, seed {seed}', out + err[-800:])
    out, err, _ = perch('from perch.views.transfers import seconds_text as text\nprint(*map(text, (9.996e-4, 9.994e-4, .99996, 1234.4, 9.996e-7, 5e-9)), sep=", ")')
    tally.check(out == '1 ms, 999 us, 1 s, 1234 s, 1 us, 5 ns\n', 'times that are nearly a thousand of a unit', out + err[-800:])
    out, err, _ = programs.perch(programs.MODELLED, 'cuda', CARD, PERCH_CLOCK='model')
    tally.check(out == programs.MODELLED_PRINTED, 'what is said of times with --clock=model: those of a card are measured', out + err[-800:])
    for call, nth in [(call, nth) for call in ('cudaEventElapsedTime', 'cudaEventRecord', 'cudaEventSynchronize') for nth in (1, 2, 9)] + [('cudaEventCreateWithFlags', n) for n in (129, 400)]:
        out, err, code = perch(programs.UNMEASURED, PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
        tally.check(code == 0 and out == '3.0\nTrue\n', f'{call} fails at call {nth}: a time is not known, and nothing else', out + err[-800:])


def lost(tally):
    """A card whose context is lost, wherever that is found out; with NVIDIA's libraries open and times measured, too."""
    for fault in ('launch:5=700', 'launch:9=719', 'cudaMemcpyAsync:6=719', 'cudaStreamQuery:9=719', 'cudaEventRecord:40=700', 'cudaSetDevice:40=719', 'cudaStreamWaitEvent:1=700'):
        for more, head in (({}, ''), ({'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests')}, 'import _tensor; _tensor.ledger(True)\n')):
            out, err, code = perch(head + programs.LOST % fault, gpus='cuda:0/2', **more)
            tally.check(code == 0 and out == programs.LOST_PRINTED, f'a context that is lost: {fault} {"and libraries, times" if more else ""}', out + err[-800:])
    out, err, code = perch('from perch.views.devices import reset\nprint(reset())\ntry: reset(0)\nexcept Exception as e: print(e)', gpus='sim:1', card=None)
    tally.check(code == 0 and 'nothing to reset' in out and 'is simulated' in out, 'a simulated GPU has nothing to reset', out + err[-800:])


def placed(tally):
    """The catalogue of placement mistakes, on the emulated card: the same words, line, operands and repair as on simulated GPUs. (Not those of memory, which take minutes there, nor those of
    CUDA_VISIBLE_DEVICES, which CUDA's driver reads.)"""
    def check(entry):
        status, out, err = catalogue.run(entry, entry.text, seconds=60 * slowness())
        drawn = catalogue.Drawn(err)
        wrong = [(word, getattr(drawn, word), entry.values.get(word, '')) for word in ('at', 'operands', 'fix', 'better') if getattr(drawn, word) != entry.values.get(word, '')]
        if entry.code not in drawn.codes or bool(status) == entry.is_note or (not entry.said.startswith('nothing') and entry.said.partition(': ')[2] not in err):
            wrong.append((entry.code, entry.said, status, err))
        return wrong
    simulated = catalogue.environment

    def on_card(entry, **more):
        count, _, rest = entry.gpus[4:].partition(',')
        return {**simulated(entry, **more), **({'PERCH_CUDA': CARD, 'PERCH_GPUS': ','.join(['cuda:0' if count == '1' else 'cuda:0,1', *filter(None, [rest])])} if entry.gpus.startswith('sim:') else {})}
    catalogue.environment = on_card
    entries = [e for e in catalogue.entries() if 'out_of_memory' not in e.name and 'visible_devices' not in e.name]
    for entry, differs in zip(entries, in_parallel(check, entries)):
        tally.check(not differs, f'on the emulated card: {entry.name}', str(differs)[:1500])
    tally.check(len(entries) > 80, 'eighty mistakes of placement')
    record.note('catalogue', len(entries))


def matrices(tally):
    for seed in (1, 2):
        matrix(tally, seed, **({'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'NVIDIA_TF32_OVERRIDE': '0'} if seed == 2 else {})) # once over the stand-ins for NVIDIA's libraries
    absent = table.names_without_kernel()
    tally.check(not absent, 'each op but those of the CPU alone has a kernel for CUDA', str(absent))


def networks(tally):
    for seed in (1, 2):
        out, err, _ = perch(programs.TRAINED, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True True\n' * 2, f'a network trained on each card, seed {seed}', out + err[-800:])
        out, err, _ = perch(programs.TWO, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True gpu(1) True\n', f'data parallel over two cards, seed {seed}', out + err[-800:])
    out, err, _ = perch(programs.TWO, gpus='cuda:0/2')
    tally.check(out == 'True gpu(1) True\n', 'two logical GPUs on one card', out + err[-800:])


def values(tally):
    """Numbers beside the CPU's and PyTorch's own; what is said of indices and of a forked child."""
    out, err, _ = perch(programs.COMPLEX)
    tally.check(out == '102 []\nTrue\n', 'complex numbers beside the CPU', out + err[-800:])
    out, err, _ = perch(programs.LOSSES)
    tally.check(out == programs.LOSSES_PRINTED, 'losses over classes beside the CPU', out + err[-800:])
    out, err, _ = perch(programs.NUMBERS)
    tally.check(out == programs.PRINTED, "PyTorch's numbers on CUDA", out + err[-800:])
    out, err, _ = perch(programs.MEMORY)
    tally.check(out == '[2.0, 2.0, 2.0] True\n', 'two hundred times out of memory', out + err[-800:])
    out, err, _ = perch(programs.RANGE)
    tally.check(out == 'CUDA error: device-side assert triggered\n[1.0, 2.0, 3.0]\n', 'an index out of range is told at the wait, and the card goes on', out + err[-800:])
    out, err, code = perch('import torch\nx = torch.arange(3., device="cuda")[torch.tensor([5], device="cuda")]\ntorch.cuda.synchronize()')
    tally.check(code == 1 and 'so the card goes on; under PyTorch' in err and 'here the device recovers' not in err, 'what is said of a real card', err)
    out, err, _ = perch(programs.FILLED)
    tally.check(out == '9\nTrue 524288.0\n', 'one value at many places', out + err[-800:])
    dry_runs(tally)
    out, err, _ = perch(programs.FORKED)
    tally.check(out == '2\nCannot re-initialize CUDA in forked subprocess. T\n[1.0, 1.0]\n', 'a card that was counted, not used, in a forked child', out + err[-800:])


# Both GPUs' memory is asked anew in a dry run's process, which may not ask a card: what a line would give, and the repair that was tried so.
DRY = """```python
import torch
x = torch.ones(2, 3, device='cuda:0')
%dry torch.ones(30 << 20, device='cuda:0') * 2 + x.sum()
```

```output
gives  31457280 float32, on cuda:0
       peak on cuda:0: 240 MiB (240 MiB more than now, 904 MiB free)
dry run: nothing has changed
```

```python
%dry torch.ones(300 << 20, device='cuda:0')
```

```output
would raise  OutOfMemoryError: CUDA out of memory. Tried to allocate 1.17 GiB
```
"""


def dry_runs(tally):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'dry.md')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(DRY)
        run = run_program([programs.perch_path(), 'test', path], 60, env=clean_environment(PERCH_CUDA=CARD, PERCH_GPUS='cuda:0,1', PERCH_NOTES='off'))
        out = run.out.decode()
        tally.check('dry.md:5 cell 1' not in out and 'cell 1 ' not in out and '-would raise' not in out, 'a dry run on a card, of more than its cache has', out[-1500:])


CALLS = ('cudaMalloc', 'cudaMemcpyAsync', 'launch', 'cudaEventRecord', 'cudaStreamCreateWithFlags', 'cudaHostAlloc', 'cudaSetDevice', 'cudaGetDeviceProperties', 'cudaStreamQuery')


def runtime_calls():
    """Each function of the runtime that can fail, and the launch of a kernel."""
    text = open(os.path.join(HERE, 'emulated', 'runtime.cpp'), encoding='utf-8').read()
    return ['launch', *(name for name in re.findall(r'^cudaError_t (cuda\w+)\(', text, re.M) if name not in ('cudaGetLastError', 'cudaPeekAtLastError'))]


def faults(tally, calls=CALLS, turns=(1, 2, 5)):
    """Each call fails in turn: the program gets an exception and goes on, or ends with a sentence where there was no card yet."""
    for call in calls:
        for nth in turns:
            out, err, code = perch('import torch\ntry:\n    print(torch.ones(3, device="cuda:1").add(1).sum().item())\nexcept Exception as e: print(type(e).__name__)\nprint("lives")',
                                   PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
            said = (call, nth) == ('cudaGetDeviceCount', 1) and code == 1 and err == 'perch: --gpus cuda: CUDA says: unknown error\n'
            tally.check(said or (code == 0 and out.endswith('lives\n')), f'{call} fails at call {nth}: an exception', out + err[-800:])
    out, err, code = perch('print(1)', gpus='cuda:7')
    tally.check(code == 1 and 'there is no card 7: 2 answer' in err, 'a card that is not there', err)
    out, err, code = perch('print(1)', PERCH_CUDA='/nowhere.so')
    tally.check(code == 1 and '/nowhere.so' in err, "a plugin's file that is not there", err)


def lessons(tally, pairs):
    """Lesson files of examples/ on cards: each output as it was saved."""
    for name, gpus in pairs:
        record.program(gpus, name, {})
        run = run_program([programs.perch_path(), 'test', os.path.join(ROOT, 'examples', name + '.md')], 120, env=clean_environment(PERCH_CUDA=CARD, PERCH_GPUS=gpus, PERCH_NOTES='off'))
        counted = re.search(rb'1 file: (\d+) passed, 0 failed', run.out)
        tally.check(run.code == 0 and counted and int(counted[1]), f'lesson {name}, {gpus}', run.out.decode()[-1500:] + run.err.decode()[-500:])
        record.note('lessons', [name, *record.laid_out(gpus, 2), int(counted[1]) if counted else 0])


def demos(tally, names):
    for name in names:
        for language in ('', '.zh'):
            record.program('cuda:0,1', name + language, {})
            run = run_program([programs.perch_path(), 'demo', '--check', os.path.join(ROOT, 'examples', 'demos', f'{name}{language}.md')], 60,
                              env=clean_environment(PERCH_CUDA=CARD, PERCH_GPUS='cuda:0,1', **({'PERCH_LANG': 'zh'} if language else {})))
            tally.check(run.code == 0 and b'P0707' not in run.err, f'demo {name}{language}', run.out.decode()[-1500:] + run.err.decode()[-500:])
            record.note('demos', name + language)


def parts(everything):
    """(name, what plays it). Everything: what the suite plays a sample of, whole."""
    lesson = [('one_gpu', 'cuda:0'), ('pytorch_places', 'cuda:0,1'), ('ten_mistakes_mxnet', 'cuda:0,1'), ('data_parallel_by_hand', 'cuda:0/2')]
    more = [(name, gpus) for name in ('one_gpu', 'pytorch_places', 'resnet_mxnet') for gpus in ('cuda:0', 'cuda:0,1', 'cuda:0/4')]
    more += [('resnet_torch', 'cuda:0,1')]
    more += [(name, gpus) for name in ('two_gpus', 'data_parallel_by_hand', 'ten_mistakes_mxnet') for gpus in ('cuda:0,1', 'cuda:0/2', 'cuda:0,1/2')]
    return [('op matrix', matrices), ('networks', networks), ('values', values), ('faults of the runtime', lambda tally: faults(tally, *((runtime_calls(), range(1, 10)) if everything else ()))), ('chains', chains),
            ('times', times), ('lost cards', lost), ('placement catalogue', placed), ('graphs', lambda tally: graphs.graphs(tally, perch)), ('steps as graphs', lambda tally: steps.steps(tally, perch)), ('drawn passes', lambda tally: passes.passes(tally, perch, range(1, 201 if everything else 13))), ('several cards', lambda tally: several.together(tally, perch, BUILD)),
            ('out of memory', lambda tally: storms.out_of_memory(tally, perch, 1000 if everything else 100)), ('interrupts', lambda tally: storms.interrupts(tally, perch)),
            ('bad input', lambda tally: storms.storms(tally, perch, BUILD)), ('wrong kernels', lambda tally: wrong.wrong(tally, BUILD)), ('products', library), ('convolutions', convolutions), ('norms', norms),
            ('recurrent layers', recurrent), ('attention', lambda tally: attention.attention(tally, perch)), ("NVIDIA's libraries", lambda tally: (real_library(tally), real_dnn(tally), header(tally))), ('words', words),
            ('lessons', lambda tally: lessons(tally, more if everything else lesson)), ('demos', lambda tally: demos(tally, DEMOS if everything else DEMOS[-1:]))]


# Those whose saved outputs are not the simulated GPU's own clock and size.
DEMOS = ('first_steps_mxnet', 'first_steps_torch', 'wrong_device_mxnet', 'wrong_device_torch', 'two_copies_mxnet', 'forgotten_move_torch', 'optimizer_torch', 'late_error_mxnet', 'data_parallel_mxnet')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('part', nargs='*', help='these parts alone: ' + ', '.join(name for name, _ in parts(True)))
    parser.add_argument('--all', action='store_true', help='all of what the suite plays a sample of: a thousand times out of memory, a fault at each function of the runtime, more lessons')
    parser.add_argument('--record', metavar='FILE', help='what was done, as JSON (bench/emulated_card.py reads it)')
    args = parser.parse_args()
    tally = Tally('cuda')
    if not os.path.exists(CARD):
        tally.skip('the emulated card', 'no C++ compiler where perch was built')
        tally.close()
    kept = record.Record(args.record)
    for name, part in parts(args.all):
        if not args.part or name in args.part:
            kept.play(name, part, tally)
    kept.close()
    tally.close()


if __name__ == '__main__':
    main()
