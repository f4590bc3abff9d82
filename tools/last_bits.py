"""Counts the elements in which perch's NumPy and another differ, to the last bit.

    /usr/bin/python3 tools/last_bits.py write FILE      the original's results
    build/perch tools/last_bits.py compare FILE [-v]    perch's beside them: results that differ, of how many, by how many units in the last place at most

Each elementwise function of floats is asked for 100,000 random arguments in several ranges, in float64 and float32, and so are sums along
axes and the functions of numpy.linalg; OPENBLAS_CORETYPE=Haswell OMP_NUM_THREADS=1 for both, and where the machine has AVX-512 the original without it (NPY_DISABLE_CPU_FEATURES, as in make_expectations.py). Arguments come from a generator of whole numbers, so that both sides see the same bits.
"""
import pickle
import sys
import warnings

import numpy as np

warnings.simplefilter('ignore')
N = 100_000
RANGES = {'unit': (-1, 1), 'positive': (0, 1), 'ten': (-10, 10), 'above one': (1, 50), 'hundreds': (-700, 700), 'great': (-1e5, 1e5)}
UNARY = 'exp exp2 expm1 log log2 log10 log1p sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh reciprocal square sinc i0 rint degrees radians'.split()
BINARY = 'power float_power arctan2 hypot logaddexp logaddexp2 remainder fmod floor_divide true_divide multiply nextafter copysign'.split()
SPECIALS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, float('inf'), float('-inf'), float('nan'), 1e-300, -1e-300, 1e-40, -1e-40, 1e-320, 1e300, -1e300, 88.72283, -87.4, -103.9, 709.78, -745.2, 3.0, 10.0]


def uniform(seed, low, high, count=N):
    state = np.arange(count, dtype=np.uint64) + np.uint64(seed * 1_000_003)
    for shift, factor in ((30, 0xbf58476d1ce4e5b9), (27, 0x94d049bb133111eb)):
        state = (state + np.uint64(0x9e3779b97f4a7c15)) ^ (state >> np.uint64(shift))
        state = state * np.uint64(factor)
    state ^= state >> np.uint64(31)
    return (state >> np.uint64(11)).astype(np.float64) / 2.0 ** 53 * (high - low) + low


def cases():
    for dtype in ('float64', 'float32'):
        arguments = {name: uniform(i + 1, *ends).astype(dtype) for i, (name, ends) in enumerate(RANGES.items())}
        arguments['specials'] = np.array(SPECIALS).astype(dtype)
        for where, x in arguments.items():
            for name in UNARY:
                yield f'{name} {dtype} {where}', lambda: getattr(np, name)(x)
            y = x[::-1].copy()
            for name in BINARY:
                yield f'{name} {dtype} {where}', lambda: getattr(np, name)(x, y)
            for exponent in (2, 3, 0.5, -1, 1.7):
                yield f'** {exponent} {dtype} {where}', lambda: x ** exponent
        x = arguments['ten']
        yield f'exp strided {dtype}', lambda: np.exp(x[::3])
        yield f'tanh strided {dtype}', lambda: np.tanh(x[::3])
        yield f'sin strided {dtype}', lambda: np.sin(x[::3])
        yield f'tanh few {dtype}', lambda: np.concatenate([np.tanh(x[i:i + 3]) for i in range(0, 3000, 3)])
        yield f'exp few {dtype}', lambda: np.concatenate([np.exp(x[i:i + 3]) for i in range(0, 3000, 3)])
        yield f'exp scalars {dtype}', lambda: np.array([np.exp(v) for v in x[:3000]])
        yield f'tanh scalars {dtype}', lambda: np.array([np.tanh(v) for v in x[:3000]])
        yield f'scalars ** {dtype}', lambda: np.array([abs(v) ** 1.7 for v in x[:3000]])
        yield from sums(dtype)
        yield from matrices(dtype)
    z = uniform(1, -3, 3) + 1j * uniform(2, -3, 3)
    for kind in ('complex128', 'complex64'):
        w = z.astype(kind)
        for name in 'exp log sqrt sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh absolute angle square reciprocal'.split():
            yield f'{name} {kind}', lambda: getattr(np, name)(w)
        yield f'multiply {kind}', lambda: w * w[::-1]
        yield f'divide {kind}', lambda: w / w[::-1]
        yield f'power {kind}', lambda: w ** w[::-1]
        yield f'sum {kind}', lambda: w.sum()
    halves = uniform(3, -10, 10).astype('float16')
    for name in 'exp log sin cos tanh sqrt exp2 log1p'.split():
        yield f'{name} float16', lambda: getattr(np, name)(halves)
    yield 'sum float16', lambda: halves.sum()
    yield 'mean float16', lambda: halves.mean()


SHAPES = [(7,), (8,), (100,), (129,), (1000,), (99_991,), (31, 45), (300, 7), (5, 1000), (1000, 130), (6, 7, 8), (40, 50, 30), (2, 3, 4, 5), (3, 129, 3)]
SUMS = 'sum mean std var prod cumsum cumprod nansum nanmean nanstd median'.split()


def sums(dtype):
    for i, shape in enumerate(SHAPES):
        x = uniform(i + 20, 0.5, 1.5, int(np.prod(shape))).astype(dtype).reshape(shape)
        layouts = {'': x, ' transposed': x.T, ' every second': x[..., ::2], ' backwards': x[::-1], ' fortran': np.asfortranarray(x)}
        axes = [None, *range(len(shape))] + ([(0, 1)] if len(shape) > 1 else []) + ([(0, 2), (1, 2)] if len(shape) > 2 else [])
        for layout, a in layouts.items():
            for axis in axes:
                for name in SUMS:
                    if isinstance(axis, tuple) and name.startswith('cum'):
                        continue
                    yield f'{name} {dtype} {shape}{layout} axis={axis}', lambda: getattr(np, name)(a, axis=axis)
        yield f'average {dtype} {shape}', lambda: np.average(x, weights=x + 1)
        yield f'add.reduceat {dtype} {shape}', lambda: np.add.reduceat(x, [0, 1], axis=0)
        yield f'sum where {dtype} {shape}', lambda: np.sum(x, where=x > 0.8)
        yield f'trapz {dtype} {shape}', lambda: np.trapz(x)
        yield f'linalg.norm {dtype} {shape}', lambda: np.linalg.norm(x, axis=0)
        yield f'softmax {dtype} {shape}', lambda: np.exp(x - x.max(axis=-1, keepdims=True)) / np.exp(x - x.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True)
        yield f'diff {dtype} {shape}', lambda: np.diff(x)
        yield f'gradient {dtype} {shape}', lambda: np.gradient(x, axis=0)
        yield f'einsum i-> {dtype} {shape}', lambda: np.einsum('...i->...', x)
        yield f'einsum i,i-> {dtype} {shape}', lambda: np.einsum('...i,...i->...', x, x)
        if len(shape) == 1:
            yield f'convolve {dtype} {shape}', lambda: np.convolve(x, x[:7])
            yield f'vdot {dtype} {shape}', lambda: np.vdot(x, x)
            yield f'corrcoef {dtype} {shape}', lambda: np.corrcoef(x, x ** 2)
            yield f'interp {dtype} {shape}', lambda: np.interp(x, np.sort(x[::2]), x[::2])
            yield f'histogram {dtype} {shape}', lambda: np.histogram(x, bins=7)[1]
            yield f'percentile {dtype} {shape}', lambda: np.percentile(x, [3, 25, 77])
            yield f'polyfit {dtype} {shape}', lambda: np.polyfit(x, x ** 2, 1)
            yield f'fft {dtype} {shape}', lambda: np.fft.fft(x)
            yield f'rfft {dtype} {shape}', lambda: np.fft.rfft(x)
        if len(shape) == 2:
            yield f'cov {dtype} {shape}', lambda: np.cov(x[:40].T)
            yield f'einsum ij,kj {dtype} {shape}', lambda: np.einsum('ij,kj->ik', x, x)
            yield f'einsum ij,jk {dtype} {shape}', lambda: np.einsum('ij,jk->ik', x, x.T)
    yield f'linspace {dtype}', lambda: np.linspace(0.1, 2.7, 1001, dtype=dtype)
    yield f'logspace {dtype}', lambda: np.logspace(-3, 2, 101, dtype=dtype)
    yield f'geomspace {dtype}', lambda: np.geomspace(1e-3, 1e2, 101, dtype=dtype)


def matrices(dtype):
    for n in (2, 3, 5, 10, 40, 130):
        a = uniform(n, -1, 1, n * n).astype(dtype).reshape(n, n)
        b = uniform(n + 1, -1, 1, n * 3).astype(dtype).reshape(n, 3)
        tall = uniform(n + 2, -1, 1, n * 3 * n).astype(dtype).reshape(3 * n, n)
        even = a + a.T
        sure = a @ a.T + np.eye(n, dtype=dtype)
        calls = {'solve': lambda: np.linalg.solve(a, b), 'solve one': lambda: np.linalg.solve(a, b[:, 0]), 'inv': lambda: np.linalg.inv(a), 'det': lambda: np.linalg.det(a),
                 'slogdet': lambda: np.array(np.linalg.slogdet(a)), 'svd u': lambda: np.linalg.svd(tall)[0], 'svd s': lambda: np.linalg.svd(tall)[1], 'svd v': lambda: np.linalg.svd(tall)[2],
                 'svd thin': lambda: np.linalg.svd(tall, full_matrices=False)[0], 'svd values': lambda: np.linalg.svd(tall, compute_uv=False), 'svd wide': lambda: np.linalg.svd(tall.T)[2],
                 'eig values': lambda: np.linalg.eig(a)[0], 'eig vectors': lambda: np.linalg.eig(a)[1], 'eigvals': lambda: np.linalg.eigvals(a), 'eigh values': lambda: np.linalg.eigh(even)[0],
                 'eigh vectors': lambda: np.linalg.eigh(even)[1], 'eigvalsh': lambda: np.linalg.eigvalsh(even), 'qr q': lambda: np.linalg.qr(tall)[0], 'qr r': lambda: np.linalg.qr(tall)[1],
                 'qr complete': lambda: np.linalg.qr(tall, 'complete')[0], 'lstsq x': lambda: np.linalg.lstsq(tall, tall[:, :2] * 2 + 1, rcond=None)[0],
                 'lstsq residuals': lambda: np.linalg.lstsq(tall, tall[:, :2] ** 2, rcond=None)[1], 'pinv': lambda: np.linalg.pinv(tall), 'cholesky': lambda: np.linalg.cholesky(sure),
                 'matrix_power': lambda: np.linalg.matrix_power(a, 5), 'cond': lambda: np.linalg.cond(a), 'norm 2': lambda: np.linalg.norm(a, 2), 'norm nuc': lambda: np.linalg.norm(a, 'nuc'),
                 'norm': lambda: np.linalg.norm(a), 'matrix_rank': lambda: np.linalg.matrix_rank(a), 'kron': lambda: np.kron(a[:5, :5], b[:5]),
                 'a @ b': lambda: a @ b, 'a @ a': lambda: a @ a, 'tall.T @ tall': lambda: tall.T @ tall, 'tall @ a': lambda: tall @ a, 'a @ tall.T': lambda: a @ tall.T, 'tall @ tall.T': lambda: tall @ tall.T,
                 'a.T @ b': lambda: a.T @ b, 'tensordot': lambda: np.tensordot(a, b, 1), 'multi_dot': lambda: np.linalg.multi_dot([tall, a, b]), 'cov': lambda: np.cov(tall.T)}
        for name, call in calls.items():
            yield f'{name} {dtype} {n}', call


def whole(x):
    """The elements as whole numbers that follow one another as floats do."""
    if x.dtype.kind == 'c':
        x = np.stack([x.real, x.imag])
    bits = np.ascontiguousarray(x).view({2: 'int16', 4: 'int32', 8: 'int64'}[x.dtype.itemsize])
    low = int(np.iinfo(bits.dtype).min)
    return [v if v >= 0 else low - v for v in bits.ravel().tolist()]


def compare(name, ours, theirs, detailed):
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        print(f'{name}: {ours.dtype} {ours.shape}, not {theirs.dtype} {theirs.shape}')
        return
    if ours.dtype.kind not in 'fc':
        if ours.tobytes() != theirs.tobytes():
            print(f'{name}: {ours}, not {theirs}')
        return
    if ours.tobytes() == theirs.tobytes():
        if detailed:
            print(f'{name}: equal')
        return
    parts = lambda x: np.stack([x.real, x.imag]) if x.dtype.kind == 'c' else x
    a, b = parts(ours), parts(theirs)
    other = ~((a == b) & (np.signbit(a) == np.signbit(b)) | np.isnan(a) & np.isnan(b))
    if other.any():
        far = max(abs(p - q) for p, q in zip(whole(a[other]), whole(b[other])))
        print(f'{name}: {int(other.sum())} of {a.size} differ, by {far} at most')


def answer(call):
    try:
        return np.asarray(call())
    except Exception as e:      # (the other side may answer)
        return np.array(f'{type(e).__name__}: {e}')


def main(what, path, *options):
    if what == 'write':
        with open(path, 'wb') as f:
            for name, call in cases():
                pickle.dump((name, answer(call)), f)
        return
    with open(path, 'rb') as f:
        for name, call in cases():
            expected, theirs = pickle.load(f)
            assert expected == name
            compare(name, answer(call), theirs, '-v' in options)


if __name__ == '__main__':
    main(*sys.argv[1:])
