"""The plugin for real GPUs, proved on an emulated card (tests/cuda/emulated): the op matrix under several orders of its streams, networks trained on it beside the CPU, PyTorch's numbers
on CUDA, faults of its calls, and what is said where there is no card.
"""
import ctypes
import os
import re
import subprocess
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import programs  # noqa: E402
from harness import ROOT, Tally, clean_environment, slowness  # noqa: E402

BUILD = os.path.join(ROOT, 'build')
CARD = os.path.join(BUILD, 'tests', 'libperch_cuda_emulated.so')


def names_without_kernel():
    core = os.path.join(ROOT, 'src')
    there = set(re.findall(r'^(?:KERNEL|PLANNED)\((\w+)', open(os.path.join(core, 'cuda', 'kernels.def'), encoding='utf-8').read(), re.M))
    rows = re.findall(r'^OP\((\w+),(.*?)"', open(os.path.join(core, 'core', 'ops.def'), encoding='utf-8').read(), re.M)
    assert len(rows) > 200, rows
    return len(rows), [name for name, row in rows if row.split(',')[5].strip() not in there]


def perch(code, gpus='cuda', card=CARD, **environment):
    return programs.perch(code, gpus, card, **environment)


def matrix(tally, seed):
    done = subprocess.run([os.path.join(BUILD, 'tests', 'core-test'), *programs.MATRIX], capture_output=True, text=True, timeout=600 * slowness(),
                          env=clean_environment(PERCH_CUDA=CARD, PERCH_TEST_GPUS='cuda:0,1,mem=64M', PERCH_TEST_TELL='1000000', PERCH_EMULATED_SEED=str(seed)))
    wrong = [line for line in done.stdout.splitlines() if line.startswith('FAIL ') and 'test_matrix.c' in line]
    counted = re.search(r'op matrix: .*', done.stdout)
    tally.check(counted and not wrong, f'the op matrix, seed {seed}', '\n'.join(wrong[:20]) or done.stderr[-1000:])
    if counted:
        print(f'     {counted[0]}')


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
    out, err, _ = perch(programs.GIVES_WAY, gpus='cuda:0,mem=64M')
    tally.check(out == '[1.75, 1.75]\n0.0\n', 'what waits gives way where memory is wanted', out + err[-800:])
    out, err, code = perch('import torch\nx = torch.ones(9, device="cuda"); torch.cuda.synchronize()\ntry: print((x * 2 + 1).tolist())\nexcept RuntimeError as e: print(str(e).splitlines()[0])\nprint((x + 1).sum().item())',
                           PERCH_EMULATED_FAIL='launch:2=719')
    tally.check(code == 0 and 'CUDA error: unspecified launch failure' in out and out.endswith('18.0\n'), 'a launch of a chain that fails is told, and the card goes on', out + err[-800:])


def library(tally):
    """Products through a library of cuBLASLt's functions, and what its faults become."""
    there = {'LD_LIBRARY_PATH': os.path.join(BUILD, 'tests'), 'PERCH_FAKE_BLAS_TELL': '1'}
    out, err, _ = perch(programs.PRODUCTS, **there)
    tally.check(out == programs.PRODUCTS_PRINTED and 'fake cuBLASLt: 44 products, 4 with a bias' in err, 'products by cuBLASLt, of all layouts and dtypes', out + err[-800:])
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


def real_library(tally):
    """NVIDIA's own library, where it is: it has every function, and takes the descriptors as blas.c makes them; that needs no card."""
    source = os.path.join(ROOT, 'src', 'cuda')
    values = {name: int(value) for name, value in re.findall(r'(BLAS_\w+) = (\d+)', open(os.path.join(source, 'blas.h'), encoding='utf-8').read())}
    library = None
    for name in ('libcublasLt.so.13', os.path.join(os.path.dirname(os.path.dirname(shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc')), 'lib64', 'libcublasLt.so.13')):
        try:
            library = library or ctypes.CDLL(name)
        except OSError:
            pass
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


def main():
    tally = Tally('cuda')
    if not os.path.exists(CARD):
        tally.skip('the emulated card', 'no C++ compiler where perch was built')
        tally.close()
    for seed in (1, 2):
        matrix(tally, seed)
        out, err, _ = perch(programs.TRAINED, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True True\n' * 2, f'a network trained on each card, seed {seed}', out + err[-800:])
        out, err, _ = perch(programs.TWO, PERCH_EMULATED_SEED=str(seed))
        tally.check(out == 'True gpu(1) True\n', f'data parallel over two cards, seed {seed}', out + err[-800:])
    out, err, _ = perch(programs.TWO, gpus='cuda:0/2')
    tally.check(out == 'True gpu(1) True\n', 'two logical GPUs on one card', out + err[-800:])
    count, absent = names_without_kernel()
    tally.check(not absent, f'each of the {count} ops has a kernel for CUDA', str(absent))
    out, err, _ = perch(programs.COMPLEX)
    tally.check(out == '102 []\nTrue\n', 'complex numbers beside the CPU', out + err[-800:])
    out, err, _ = perch(programs.NUMBERS)
    tally.check(out == programs.PRINTED, "PyTorch's numbers on CUDA", out + err[-800:])
    out, err, _ = perch(programs.MEMORY)
    tally.check(out == '[2.0, 2.0, 2.0] True\n', 'two hundred times out of memory', out + err[-800:])
    out, err, _ = perch(programs.RANGE)
    tally.check(out == 'CUDA error: device-side assert triggered\n[1.0, 2.0, 3.0]\n', 'an index out of range is told at the wait, and the card goes on', out + err[-800:])
    out, err, _ = perch(programs.FORKED)
    tally.check(out == '2\nCannot re-initialize CUDA in forked subprocess. T\n[1.0, 1.0]\n', 'a card that was counted, not used, in a forked child', out + err[-800:])
    for call in ('cudaMalloc', 'cudaMemcpyAsync', 'launch', 'cudaEventRecord', 'cudaStreamCreateWithFlags', 'cudaHostAlloc', 'cudaSetDevice', 'cudaGetDeviceProperties', 'cudaStreamQuery'):
        for nth in (1, 2, 5):
            out, err, code = perch('import torch\ntry:\n    print(torch.ones(3, device="cuda:1").add(1).sum().item())\nexcept Exception as e: print(type(e).__name__)\nprint("lives")',
                                   PERCH_EMULATED_FAIL=f'{call}:{nth}=999')
            tally.check(code == 0 and out.endswith('lives\n'), f'{call} fails at call {nth}: an exception', out + err[-800:])
    out, err, code = perch('print(1)', gpus='cuda:7')
    tally.check(code == 1 and 'there is no card 7: 2 answer' in err, 'a card that is not there', err)
    out, err, code = perch('print(1)', PERCH_CUDA='/nowhere.so')
    tally.check(code == 1 and '/nowhere.so' in err, "a plugin's file that is not there", err)
    chains(tally)
    library(tally)
    real_library(tally)
    words(tally)
    tally.close()


main()
